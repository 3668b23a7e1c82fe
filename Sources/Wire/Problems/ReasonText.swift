package import Deadwax

/// A reason as text.
package struct ReasonText: Codable, Sendable {
  package var code: OpenWord<Outcome.Code>
  /// A word or two, in the language of the station.
  package var title: String
  /// A sentence.
  package var detail: String?

  package init(_ code: Outcome.Code, title: String, detail: String) {
    self.code = OpenWord(code)
    self.title = title
    self.detail = detail
  }
}
