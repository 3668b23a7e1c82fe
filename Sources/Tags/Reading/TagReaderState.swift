/// The state of the reader, with texts for the screen.
package struct TagReaderState: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// No reader is attached.
    case absent
    case opening
    case ready
    /// The reader is attached and does not answer.
    case stalled
    /// The reader cannot work until someone changes something.
    case failed
  }

  package let kind: Kind
  /// The cause, in one sentence.
  package let reason: String?
  /// The remedy, in one sentence.
  package let hint: String?

  package init(_ kind: Kind, reason: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
  }
}
