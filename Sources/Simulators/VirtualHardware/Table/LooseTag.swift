internal import Deadwax
internal import NDEF
internal import VirtualChip

/// A loose tag on the virtual table: fresh ones to write, and one of each special kind, most of which cannot be
/// written.
struct LooseTag: Sendable {
  /// The part of the item's id after `tag-`.
  let name: String
  let title: String
  let subtitle: String
  let card: AnyCard

  static let all: [LooseTag] =
    (1...6).map { number in
      LooseTag(
        name: "ntag213-\(number)", title: "A new NTAG213", subtitle: "Tag \(number) · 144 bytes",
        card: Type2Card(.ntag213, uid: uid(0x10 + UInt8(number))))
    } + [
      LooseTag(
        name: "ntag215", title: "A new NTAG215", subtitle: "504 bytes", card: Type2Card(.ntag215, uid: uid(0x20))),
      LooseTag(
        name: "ntag216", title: "A new NTAG216", subtitle: "888 bytes", card: Type2Card(.ntag216, uid: uid(0x21))),
      LooseTag(
        name: "ultralight", title: "A MIFARE Ultralight", subtitle: "48 bytes: room for an address only",
        card: Type2Card(.ultralight, uid: uid(0x22)).carrying([])),
      LooseTag(
        name: "foreign", title: "A foreign tag", subtitle: "Has an address of another owner",
        card: Type2Card(.ntag213, uid: uid(0x23)).carrying(message(URIRecord("https://example.org/menu").record))),
      LooseTag(
        name: "locked", title: "A locked tag", subtitle: "Its lock bits are set for good",
        card: Type2Card(.ntag213, uid: uid(0x24)).carrying(message(TextRecord("Locked").record))
          // Static lock bytes, a capability container that says read-only, dynamic lock bytes.
          .with([0xF8, 0xFF, 0xE1, 0x10, 0x12, 0x0F], at: 10).with([0xFF, 0x0F, 0x3F], at: 0x28 * 4)),
      LooseTag(
        name: "password", title: "A tag with a password", subtitle: "Sealed by another owner",
        // Password, PACK, and AUTH0: writing from page 4 on requires the password.
        card: Type2Card(.ntag213, uid: uid(0x25)).with([0x73, 0x65, 0x61, 0x6C, 0x4F, 0x4B], at: 43 * 4)
          .with([0x04, 0x00, 0x00, 0x04], at: 41 * 4)),
      LooseTag(
        name: "worn", title: "A worn-out tag", subtitle: "One page can no longer be changed", card: worn),
      LooseTag(
        name: "type4", title: "A Type 4 tag", subtitle: "Can be bound, not written",
        card: SmartCard.type4(uid: uid(0x27))),
      LooseTag(
        name: "classic", title: "A MIFARE Classic card", subtitle: "Can be bound, not written",
        card: ClassicCard(uid: checked([0x9A, 0x3C, 0x51, 0x07]))),
      LooseTag(
        name: "phone", title: "A phone", subtitle: "A new number at each tap", card: SmartCard.phone(seed: 7)),
    ]

  private static var worn: Type2Card {
    var card = Type2Card(.ntag213, uid: uid(0x26))
    card.eeprom.wear(page: 10, .keeps)
    return card
  }

  private static func message(_ record: NDEFRecord) -> [UInt8] {
    guard let bytes = try? NDEFMessage([record]).bytes() else { preconditionFailure("a short record has bytes") }
    return bytes
  }

  /// Returns a UID that no record of the demo has.
  private static func uid(_ last: UInt8) -> TagID { checked([0x04, 0xB1, 0xA4, 0x2C, 0x5E, 0x80, last]) }

  private static func checked(_ bytes: [UInt8]) -> TagID {
    guard let uid = TagID(.nfcA, bytes) else { preconditionFailure("a number cannot have \(bytes.count) bytes") }
    return uid
  }
}
