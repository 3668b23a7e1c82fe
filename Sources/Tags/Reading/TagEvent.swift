package import Deadwax
package import ReaderProtocol

/// An event that an NFC reader reports.
package enum TagEvent: Hashable, Sendable {
  /// A tag was placed on the reader and read.
  case arrived(TagStay)
  /// A tag left the reader; `at` is the time at which it was first missed.
  case left(TagStay, at: Timestamp)
  /// An order ended.
  case result(ReaderMessage.Result)
  /// The reader's state changed.
  case state(TagReaderState)
}
