package import Deadwax

/// A card of ISO/IEC 14443 type A as it is once selected: its number, its descriptions, and its answers.
///
/// Waking, anticollision and halting are the antenna's matter (`Activation`), the same for all cards.
package protocol Card: Sendable {
  /// What it calls itself now; a phone takes a new number each time the field comes on.
  var uid: TagUID { get }
  /// The answer to a request, high byte first as the chip hands it on; 0044 for an NTAG.
  var atqa: UInt16 { get }
  /// What the last select is acknowledged with; 00 for an NTAG.
  var sak: UInt8 { get }
  /// In a few letters what it is, as `ntag213`.
  var kind: String { get }
  /// What it keeps without power.
  var eeprom: EEPROM { get set }
  /// Speaks the block protocol of ISO/IEC 14443-4 now: until it is deselected it hears neither calls nor halts.
  var isInProtocol: Bool { get }

  /// The field is gone: what is not in permanent memory is forgotten.
  mutating func powerOff()

  /// It is selected no more: halted, or dropped out after something it cannot use. An authentication ends here.
  mutating func leave()

  /// Takes one frame, without its checksum, and answers.
  mutating func answer(_ frame: [UInt8]) -> CardAnswer

  /// Lets the chip in with a key, as MIFARE Classic does; the cipher itself is the chip's matter.
  ///
  /// - Returns: whether the key was the right one.
  mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool
}

extension Card {
  package var isInProtocol: Bool { false }
  package mutating func leave() {}
  package mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool { false }
}

/// What comes back from a card, and how long it thought about it.
package struct CardAnswer: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Sent with a checksum.
    case bytes([UInt8])
    /// Four bits, 1010.
    case acknowledge
    /// Four bits that say no: 0 argument, 1 checksum, 4 too many attempts, 5 writing failed. The card drops out.
    case refuse(UInt8)
    /// Nothing, as to a command the card does not know. The card drops out.
    case silence
    /// Nothing, and the card goes on waiting where it is.
    case nothing
    /// Sent with a checksum, and the card halts.
    case farewell([UInt8])
  }

  package let content: Content
  /// Beyond the time on air, as for programming a page.
  package let delay: Duration

  package init(_ content: Content, delay: Duration = .zero) {
    self.content = content
    self.delay = delay
  }

  /// Programming a page took its time (NTAG21x data sheet, 10.6: 4.1 ms).
  static func programmed(_ isDone: Bool) -> CardAnswer {
    CardAnswer(isDone ? .acknowledge : .refuse(CardAnswer.writingFailed), delay: .microseconds(4100))
  }

  static let wrongArgument: UInt8 = 0
  static let tooManyAttempts: UInt8 = 4
  static let writingFailed: UInt8 = 5
}

/// A card that can be found and says nothing more, as other makers' cards do to us.
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

/// A card of whatever kind.
package typealias AnyCard = any Card
