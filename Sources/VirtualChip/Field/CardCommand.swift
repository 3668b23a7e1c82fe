/// The commands that cards of NXP's NTAG and MIFARE families know, by their first byte.
enum CardCommand {
  static let getVersion: UInt8 = 0x60
  static let read: UInt8 = 0x30
  static let fastRead: UInt8 = 0x3A
  static let write: UInt8 = 0xA2
  static let readCounter: UInt8 = 0x39
  static let readSignature: UInt8 = 0x3C

  static func name(of frame: [UInt8]) -> String {
    switch frame.first {
    case getVersion: "GET_VERSION"
    case read: "READ"
    case fastRead: "FAST_READ"
    case write: "WRITE"
    case readCounter: "READ_CNT"
    case readSignature: "READ_SIG"
    case 0xA0: "COMPATIBILITY_WRITE"
    case 0x1A: "AUTHENTICATE"
    case 0x1B: "PWD_AUTH"
    case 0x61: "AUTHENTICATE B"
    case 0xE0: "RATS"
    default: "other"
    }
  }
}
