package import Deadwax

/// A card of ISO/IEC 14443 type A as it is once selected: its number, its two descriptions, and its answers.
///
/// Waking, anticollision and halting are the antenna's matter (`Activation`), the same for all cards.
package protocol Card: Sendable {
  var uid: TagUID { get }
  /// The answer to a request, high byte first as the chip hands it on; 0044 for an NTAG.
  var atqa: UInt16 { get }
  /// What the last select is acknowledged with; 00 for an NTAG.
  var sak: UInt8 { get }

  /// The field is gone: what is not in permanent memory is forgotten.
  mutating func powerOff()

  /// Takes one frame, without its checksum, and answers.
  mutating func answer(_ frame: [UInt8]) -> CardAnswer
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
  }

  package let content: Content
  /// Beyond the time on air, as for programming a page.
  package let delay: Duration

  package init(_ content: Content, delay: Duration = .zero) {
    self.content = content
    self.delay = delay
  }
}

/// A card that can be found and says nothing more, as other makers' cards do to us.
package struct PlainCard: Card {
  package let uid: TagUID
  package let atqa: UInt16
  package let sak: UInt8

  package init(uid: TagUID, atqa: UInt16, sak: UInt8) {
    self.uid = uid
    self.atqa = atqa
    self.sak = sak
  }

  package mutating func powerOff() {}
  package mutating func answer(_ frame: [UInt8]) -> CardAnswer { CardAnswer(.silence) }
}
