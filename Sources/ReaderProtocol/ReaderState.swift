/// The state of a reader, with texts for the screen.
package struct ReaderState: Hashable, Codable, Sendable {
  package enum Kind: String, CaseIterable, Codable, Sendable {
    /// The reader is not attached.
    case absent
    case opening
    case ready
    /// The reader is attached and does not answer.
    case stalled
    /// The reader cannot work until someone changes something.
    case failed
  }

  private enum CodingKeys: String, CodingKey {
    case reason, hint
    case kind = "state"
  }

  package var kind: Kind
  /// The cause, in one sentence.
  package var reason: String?
  /// The remedy, in one sentence.
  package var hint: String?

  package init(_ kind: Kind, reason: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
  }
}
