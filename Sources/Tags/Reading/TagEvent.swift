package import Deadwax
package import ReaderProtocol

/// What a reader has to tell.
package enum TagEvent: Hashable, Sendable {
  /// A tag came, and was read.
  case arrived(TagSight)
  /// It went; `at` is when it was first missed.
  case left(TagSight, at: Timestamp)
  /// An order came to its end.
  case result(ReaderMessage.Result)
  /// The reader's state changed.
  case state(TagReaderState)
}

/// How the reader is, in the words of the screen.
package struct TagReaderState: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The reader is not there.
    case absent
    case opening
    case ready
    /// The reader is there and does not answer.
    case stalled
    /// It cannot work until something is changed.
    case failed
  }

  package let kind: Kind
  /// What happened, in one sentence.
  package let reason: String?
  /// What to do about it, in one sentence.
  package let hint: String?

  package init(_ kind: Kind, reason: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
  }
}
