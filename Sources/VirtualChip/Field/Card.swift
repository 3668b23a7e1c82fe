package import Deadwax

/// A selected ISO/IEC 14443 type A card: its UID, ATQA and SAK, and its answers.
///
/// `Antenna` and `Activation` implement wake-up, anticollision and halting, which are the same for all cards.
package protocol Card: Sendable {
  /// The current UID; a phone uses a new one each time the field is switched on.
  var uid: TagUID { get }
  /// The ATQA, high byte first as the chip reports it; 0044 for an NTAG.
  var atqa: UInt16 { get }
  /// The SAK of the last select; 00 for an NTAG.
  var sak: UInt8 { get }
  /// The name of the kind, for example `ntag213`.
  var kind: String { get }
  /// The non-volatile memory.
  var eeprom: EEPROM { get set }
  /// True if the card uses the block protocol of ISO/IEC 14443-4. Until it is deselected it ignores requests and HLTA.
  var isInProtocol: Bool { get }

  /// Discards the volatile state, because the field is off.
  mutating func powerOff()

  /// Ends the selection, because the card was halted or received an invalid frame. An authentication ends too.
  mutating func leave()

  /// Processes a frame without its checksum and returns the answer.
  mutating func answer(_ frame: [UInt8]) -> CardAnswer

  /// Authenticates the chip with a key, as MIFARE Classic does. The cipher itself is not simulated.
  ///
  /// - Returns: true if the key is right.
  mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool
}

extension Card {
  package var isInProtocol: Bool { false }
  package mutating func leave() {}
  package mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool { false }
}

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

/// A card that can be selected but does not answer any command, like cards of other makers.
package struct PlainCard: Card {
  package let uid: TagUID
  package let atqa: UInt16
  package let sak: UInt8
  package var kind: String { "plain" }
  package var eeprom = EEPROM()

  package init(uid: TagUID, atqa: UInt16, sak: UInt8) {
    self.uid = uid
    self.atqa = atqa
    self.sak = sak
  }

  package mutating func powerOff() {}
  package mutating func answer(_ frame: [UInt8]) -> CardAnswer { CardAnswer(.silence) }
}

/// A card of any kind.
package typealias AnyCard = any Card
