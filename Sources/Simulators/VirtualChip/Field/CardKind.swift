package import Deadwax

/// The kinds of cards that can be created by name.
package enum CardKind: String, CaseIterable, Sendable {
  case ultralight
  case ntag213
  case ntag215
  case ntag216
  case classic1k
  case type4
  case phone

  /// Creates a factory-new card.
  ///
  /// - Parameter uid: 7 bytes, or 4 for a MIFARE Classic. For a phone it only seeds the random UIDs.
  /// - Returns: the card; nil if the UID has the wrong length.
  package func made(uid: TagID) -> AnyCard? {
    guard uid.bytes.count == numberLength || self == .phone else { return nil }
    return switch self {
    case .ultralight: Type2Card(.ultralight, uid: uid)
    case .ntag213: Type2Card(.ntag213, uid: uid)
    case .ntag215: Type2Card(.ntag215, uid: uid)
    case .ntag216: Type2Card(.ntag216, uid: uid)
    case .classic1k: ClassicCard(uid: uid)
    case .type4: SmartCard.type4(uid: uid)
    case .phone: SmartCard.phone(seed: uid.bytes.reduce(1) { $0 << 8 ^ $0 >> 56 ^ UInt64($1) })
    }
  }

  /// Returns a UID for the card with this counter, from 1. UIDs are unique up to 65535.
  package func number(_ turn: Int) -> TagID {
    let (high, low) = (UInt8(turn >> 8 & 0xFF), UInt8(turn & 0xFF))
    let bytes = numberLength == 4 ? [0xC0, 0xDE, high, low] : [0x04, 0xD0, 0x0D, 0x1E, 0x00, high, low]
    guard let uid = TagID(.nfcA, bytes) else { preconditionFailure("\(bytes.count) bytes are no number") }
    return uid
  }

  private var numberLength: Int { self == .classic1k || self == .phone ? 4 : 7 }
}

extension VirtualCard {
  /// Returns the same card with an NDEF message on it.
  ///
  /// - Returns: the card; nil if the message does not fit or the card cannot store one.
  package func holding(_ message: [UInt8]) -> AnyCard? {
    switch self as AnyCard {
    case let card as Type2Card:
      let room = card.make.userPages.count * 4 - (card.eeprom[16] == 0x01 ? 5 : 0)
      return message.count + (message.count < 0xFF ? 2 : 4) <= room ? card.carrying(message) : nil
    case let card as SmartCard: return message.count + 2 <= card.eeprom.bytes.count ? card.carrying(message) : nil
    default: return nil
    }
  }
}
