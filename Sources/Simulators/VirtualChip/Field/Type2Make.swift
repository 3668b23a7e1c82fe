/// The Type 2 tags that can be placed on the antenna (NXP data sheets NTAG213/215/216 rev. 3.2, MF0ICU1 rev. 3.9).
package enum Type2Make: String, CaseIterable, Sendable {
  /// The plain MIFARE Ultralight: 48 user bytes; it supports only READ and the two write commands.
  case ultralight
  case ntag213
  case ntag215
  case ntag216

  /// The number of pages, of 4 bytes each.
  package var pageCount: Int {
    switch self {
    case .ultralight: 16
    case .ntag213: 45
    case .ntag215: 135
    case .ntag216: 231
    }
  }

  /// The pages that may hold a message.
  package var userPages: Range<Int> {
    switch self {
    case .ultralight: 4..<16
    case .ntag213: 4..<0x28
    case .ntag215: 4..<0x82
    case .ntag216: 4..<0xE2
    }
  }

  /// The answer to GET_VERSION; nil if the command is not supported.
  var version: [UInt8]? {
    let storage: UInt8
    switch self {
    case .ultralight: return nil
    case .ntag213: storage = 0x0F
    case .ntag215: storage = 0x11
    case .ntag216: storage = 0x13
    }
    return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, storage, 0x03]
  }

  /// The last two pages, which hold the password and PACK and read as zeros.
  var secretPages: Range<Int> { self == .ultralight ? 0..<0 : pageCount - 2..<pageCount }

  /// The factory contents from page 3 on: the capability container, then an empty message if the tag has one.
  var factoryPages: [UInt8] {
    switch self {
    case .ultralight: [0x00, 0x00, 0x00, 0x00]
    case .ntag213: [0xE1, 0x10, 0x12, 0x00, 0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE]
    case .ntag215: [0xE1, 0x10, 0x3E, 0x00, 0x03, 0x00, 0xFE, 0x00]
    case .ntag216: [0xE1, 0x10, 0x6D, 0x00, 0x03, 0x00, 0xFE, 0x00]
    }
  }

  /// The first configuration page and the factory contents of the four pages; nil if there are none.
  var configuration: (page: Int, bytes: [UInt8])? {
    guard self != .ultralight else { return nil }
    // AUTH0 is beyond the last page, so the password of FF bytes is not required.
    return (
      pageCount - 4,
      [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00]
    )
  }

  /// The page after the user pages, which locks the pages from 16 on; nil if there is none.
  var dynamicLockPage: Int? { self == .ultralight ? nil : userPages.upperBound }

  /// The number of pages that each of its bits locks (data sheet, 8.5.3).
  var pagesPerDynamicLock: Int { self == .ntag213 ? 2 : 16 }
}
