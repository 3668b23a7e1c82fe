/// The kind of a tag, as far as its answers identify it.
///
/// Sources: NXP AN10833 (MIFARE type identification by ATQA and SAK), and the GET_VERSION answers in the data sheets
/// NTAG210/212, NTAG213/215/216, NTAG I2C plus, MIFARE Ultralight EV1.
package struct TagKind: Hashable, Sendable {
  /// The display name: `NTAG213`, `MIFARE Classic 1K`. Nil if the kind is unknown.
  package let name: String?
  /// True if the memory is organised in pages, as that of a Type 2 tag.
  package let isType2: Bool
  /// The memory layout; nil if the tag did not identify itself.
  let layout: Type2Layout?
  /// The last readable page; nil if the tag did not identify itself.
  var lastPage: Int? { layout?.lastPage }

  /// Derives the kind from the values that every type A card sends when it is selected.
  ///
  /// - Parameters:
  ///   - atqa: the ATQA with the high byte first.
  ///   - sak: the SAK of the last select.
  package init(atqa: UInt16, sak: UInt8) {
    layout = nil
    isType2 = sak == 0x00
    switch sak {
    case 0x00: name = atqa == 0x0044 ? "MIFARE Ultralight" : nil
    case 0x08, 0x88: name = "MIFARE Classic 1K"
    case 0x18: name = "MIFARE Classic 4K"
    case 0x09: name = "MIFARE Mini"
    case 0x10, 0x11: name = "MIFARE Plus"
    case 0x20: name = atqa == 0x0344 ? "MIFARE DESFire" : "ISO 14443-4"
    // Bit 6 of a SAK means ISO 14443-4, regardless of other capabilities of the card.
    default: name = sak & 0x20 != 0 ? "ISO 14443-4" : nil
    }
  }

  /// Derives the kind from a Type 2 tag's answer to GET_VERSION; nil if the bytes are not such an answer.
  ///
  /// - Parameter version: 8 bytes: 00, vendor, product, subtype, major and minor version, storage size, protocol.
  package init?(version: [UInt8]) {
    guard version.count == 8, version[0] == 0x00, version[7] == 0x03 else { return nil }
    isType2 = true
    let known = Self.versions.first { $0.product == version[2] && $0.storage == version[6] && version[1] == 0x04 }
    name = known?.name
    layout = known?.layout
  }

  /// A plain MIFARE Ultralight, which supports READ but not GET_VERSION.
  static let ultralight = TagKind(name: "MIFARE Ultralight", layout: .ultralight)
  static let ntag213 = TagKind(name: "NTAG213", layout: .ntag213)
  static let ntag215 = TagKind(name: "NTAG215", layout: .ntag215)

  private init(name: String, layout: Type2Layout) {
    self.name = name
    self.layout = layout
    isType2 = true
  }

  private static let versions: [(product: UInt8, storage: UInt8, name: String, layout: Type2Layout)] = [
    (0x04, 0x0B, "NTAG210", .ntag210), (0x04, 0x0E, "NTAG212", .ntag212), (0x04, 0x0F, "NTAG213", .ntag213),
    (0x04, 0x11, "NTAG215", .ntag215), (0x04, 0x13, "NTAG216", .ntag216),
    (0x03, 0x0B, "MIFARE Ultralight EV1", .ultralightEV1Small),
    (0x03, 0x0E, "MIFARE Ultralight EV1", .ultralightEV1Large),
  ]
}
