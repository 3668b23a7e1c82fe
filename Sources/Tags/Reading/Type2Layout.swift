/// Where a kind of Type 2 tag keeps what: from its data sheet (NXP NTAG213/215/216 rev. 3.2, NTAG210/212 rev. 3.0, MIFARE
/// Ultralight EV1 rev. 3.3, MF0ICU1 rev. 3.9).
package struct Type2Layout: Hashable, Sendable {
  /// The pages for the user; 4 is always the first.
  let userPages: Range<Int>
  /// The page of the dynamic lock bits, and how many pages from 16 on each bit locks; nil where there are none.
  let dynamicLock: (page: Int, pagesPerBit: Int)?
  /// The first of four pages: CFG0 with AUTH0, CFG1 with ACCESS, PWD, PACK. Nil where there is no password.
  let configurationPage: Int?
  /// The blocks in front of the message as they come from the factory.
  let front: [UInt8]

  /// The capability container of such a tag that is open for all (Type 2 Tag 1.2, 2.1.1).
  var container: [UInt8] { [0xE1, 0x10, UInt8(userPages.count * 4 / 8), 0x00] }

  /// The last page there is.
  var lastPage: Int { configurationPage.map { $0 + 3 } ?? userPages.upperBound - 1 }

  /// Whether the container of a tag that knows READ alone is that of a plain Ultralight: 48 bytes, or nothing said yet.
  static func isUltralight(container: some Collection<UInt8>) -> Bool {
    container.elementsEqual(ultralight.container) || container.elementsEqual([0, 0, 0, 0])
  }

  private init(
    lastUserPage: Int, dynamicLock: (page: Int, pagesPerBit: Int)? = nil, configurationPage: Int? = nil,
    front: [UInt8] = []
  ) {
    userPages = 4..<lastUserPage + 1
    self.dynamicLock = dynamicLock
    self.configurationPage = configurationPage
    self.front = front
  }

  static let ultralight = Type2Layout(lastUserPage: 0x0F)
  static let ultralightEV1Small = Type2Layout(lastUserPage: 0x0F, configurationPage: 0x10)
  static let ultralightEV1Large = Type2Layout(lastUserPage: 0x23, dynamicLock: (0x24, 2), configurationPage: 0x25)
  static let ntag210 = Type2Layout(lastUserPage: 0x0F, configurationPage: 0x10)
  static let ntag212 = Type2Layout(lastUserPage: 0x23, dynamicLock: (0x24, 2), configurationPage: 0x25)
  static let ntag213 = Type2Layout(
    lastUserPage: 0x27, dynamicLock: (0x28, 2), configurationPage: 0x29, front: [0x01, 0x03, 0xA0, 0x0C, 0x34])
  static let ntag215 = Type2Layout(lastUserPage: 0x81, dynamicLock: (0x82, 16), configurationPage: 0x83)
  static let ntag216 = Type2Layout(lastUserPage: 0xE1, dynamicLock: (0xE2, 16), configurationPage: 0xE3)

  package static func == (left: Type2Layout, right: Type2Layout) -> Bool {
    left.userPages == right.userPages && left.front == right.front
      && left.configurationPage == right.configurationPage
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(userPages) }
}
