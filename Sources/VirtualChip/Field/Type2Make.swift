/// The Type 2 tags that can be laid on the antenna (NXP data sheets NTAG213/215/216 rev. 3.2, MF0ICU1 rev. 3.9).
package enum Type2Make: String, CaseIterable, Sendable {
  /// The plain MIFARE Ultralight: 48 bytes for the user, and no commands but READ and the two that write.
  case ultralight
  case ntag213
  case ntag215
  case ntag216

  /// Pages of 4 bytes.
  package var pageCount: Int {
    switch self {
    case .ultralight: 16
    case .ntag213: 45
    case .ntag215: 135
    case .ntag216: 231
    }
  }

  /// The pages a message may lie in.
  package var userPages: Range<Int> {
    switch self {
    case .ultralight: 4..<16
    case .ntag213: 4..<0x28
    case .ntag215: 4..<0x82
    case .ntag216: 4..<0xE2
    }
  }

  /// The answer to GET_VERSION; nil where the command is not known.
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

  /// The password and its acknowledgement stand in the last two pages and read as zero.
  var secretPages: Range<Int> { self == .ultralight ? 0..<0 : pageCount - 2..<pageCount }

  /// Pages 3 to 5 as they come from the factory: capability container, then an empty message.
  var factoryPages: [UInt8] {
    switch self {
    case .ultralight: [0x00, 0x00, 0x00, 0x00]
    case .ntag213: [0xE1, 0x10, 0x12, 0x00, 0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE]
    case .ntag215: [0xE1, 0x10, 0x3E, 0x00, 0x03, 0x00, 0xFE, 0x00]
    case .ntag216: [0xE1, 0x10, 0x6D, 0x00, 0x03, 0x00, 0xFE, 0x00]
    }
  }

  /// The configuration pages as they come from the factory, four from this page on; nil where there are none.
  var configuration: (page: Int, bytes: [UInt8])? {
    guard self != .ultralight else { return nil }
    // AUTH0 beyond the last page, and a password of FF bytes that nothing asks for.
    return (
      pageCount - 4,
      [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00]
    )
  }

  /// The page behind the user's, which locks those from 16 on; nil where there is none.
  var dynamicLockPage: Int? { self == .ultralight ? nil : userPages.upperBound }

  /// How many pages one of its bits locks (data sheet, 8.5.3).
  var pagesPerDynamicLock: Int { self == .ntag213 ? 2 : 16 }
}
