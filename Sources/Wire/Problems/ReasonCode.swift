package import Deadwax

/// The kind of a reason: an outcome that a rule would have, or a fault in what a client sent.
package struct ReasonCode: RawRepresentable, CaseIterable, Hashable, Sendable {
  package let rawValue: String

  /// Returns nil for a text that is neither.
  package init?(rawValue: String) {
    guard InputFault(rawValue: rawValue) != nil || Outcome.Code(rawValue: rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  package init(_ outcome: Outcome.Code) { rawValue = outcome.rawValue }

  package init(_ fault: InputFault) { rawValue = fault.rawValue }

  package static var allCases: [ReasonCode] {
    InputFault.allCases.map { ReasonCode($0) } + Outcome.Code.allCases.map { ReasonCode($0) }
  }
}
