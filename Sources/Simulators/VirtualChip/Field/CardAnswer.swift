/// The answer of a card, with its processing time.
package struct CardAnswer: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Bytes that are sent with a checksum.
    case bytes([UInt8])
    /// An ACK of four bits, 1010.
    case acknowledge
    /// A NAK of four bits: 0 argument, 1 checksum, 4 too many attempts, 5 write failed. The card drops its selection.
    case refuse(UInt8)
    /// No answer, as to an unknown command. The card drops its selection.
    case silence
    /// No answer; the card retains its state.
    case nothing
    /// Bytes that are sent with a checksum, after which the card halts.
    case farewell([UInt8])
  }

  package let content: Content
  /// The time in addition to that on air, such as for programming a page.
  package let delay: Duration

  package init(_ content: Content, delay: Duration = .zero) {
    self.content = content
    self.delay = delay
  }

  /// Returns the answer after programming a page, with its duration (NTAG21x data sheet, 10.6: 4.1 ms).
  static func programmed(_ isDone: Bool) -> CardAnswer {
    CardAnswer(isDone ? .acknowledge : .refuse(CardAnswer.writingFailed), delay: .microseconds(4100))
  }

  static let wrongArgument: UInt8 = 0
  static let tooManyAttempts: UInt8 = 4
  static let writingFailed: UInt8 = 5
}
