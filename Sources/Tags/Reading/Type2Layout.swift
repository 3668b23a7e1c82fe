/// The memory layout of a kind of Type 2 tag, from its data sheet (NXP NTAG213/215/216 rev. 3.2, NTAG210/212 rev. 3.0,
/// MIFARE Ultralight EV1 rev. 3.3, MF0ICU1 rev. 3.9).
package struct Type2Layout: Hashable, Sendable {
  /// The pages for user data; the first is always 4.
  let userPages: Range<Int>
  /// The page of the dynamic lock bits, and the number of pages, from 16 on, that each bit locks; nil if there are
  /// none.
  let dynamicLock: (page: Int, pagesPerBit: Int)?
  /// The first of four pages: CFG0 with AUTH0, CFG1 with ACCESS, PWD, PACK. Nil if there is no password.
  let configurationPage: Int?
  /// The TLVs in front of the message on a factory-new tag.
  let front: [UInt8]

  /// The capability container of such a tag without write protection (Type 2 Tag 1.2, 2.1.1). On the larger kinds its
  /// size covers not quite all pages.
  let container: [UInt8]

  /// The last page of the memory.
  var lastPage: Int { configurationPage.map { $0 + 3 } ?? userPages.upperBound - 1 }

  /// Returns true if dynamic lock bits lock a page (NTAG21x data sheet, 8.5.3).
  ///
  /// - Parameters:
  ///   - page: the page, 16 or more.
  ///   - bytes: the page that contains the bits.
  /// - Returns: true if the page is locked; false if such tags have no dynamic lock bits.
  func locks(_ page: Int, dynamicLock bytes: [UInt8]) -> Bool {
    guard let pagesPerBit = dynamicLock?.pagesPerBit else { return false }
    let bit = (page - 16) / pagesPerBit
    return bit < 16 && bytes[bit / 8] & 1 << UInt8(bit % 8) != 0
  }

  private init(
    lastUserPage: Int, size: UInt8, dynamicLock: (page: Int, pagesPerBit: Int)? = nil, configurationPage: Int? = nil,
    front: [UInt8] = []
  ) {
    userPages = 4..<lastUserPage + 1
    container = [0xE1, 0x10, size, 0x00]
    self.dynamicLock = dynamicLock
    self.configurationPage = configurationPage
    self.front = front
  }

  static let ultralight = Type2Layout(lastUserPage: 0x0F, size: 0x06)
  static let ultralightEV1Small = Type2Layout(lastUserPage: 0x0F, size: 0x06, configurationPage: 0x10)
  static let ultralightEV1Large = Type2Layout(
    lastUserPage: 0x23, size: 0x10, dynamicLock: (0x24, 2), configurationPage: 0x25)
  static let ntag210 = Type2Layout(lastUserPage: 0x0F, size: 0x06, configurationPage: 0x10)
  static let ntag212 = Type2Layout(lastUserPage: 0x23, size: 0x10, dynamicLock: (0x24, 2), configurationPage: 0x25)
  static let ntag213 = Type2Layout(
    lastUserPage: 0x27, size: 0x12, dynamicLock: (0x28, 2), configurationPage: 0x29,
    front: [0x01, 0x03, 0xA0, 0x0C, 0x34])
  static let ntag215 = Type2Layout(lastUserPage: 0x81, size: 0x3E, dynamicLock: (0x82, 16), configurationPage: 0x83)
  static let ntag216 = Type2Layout(lastUserPage: 0xE1, size: 0x6D, dynamicLock: (0xE2, 16), configurationPage: 0xE3)

  package static func == (left: Type2Layout, right: Type2Layout) -> Bool {
    left.userPages == right.userPages && left.front == right.front
      && left.configurationPage == right.configurationPage
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(userPages) }
}
