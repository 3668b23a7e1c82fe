/// The commands of NXP's NTAG and MIFARE families, by their first byte.
enum CardCommand {
  static let getVersion: UInt8 = 0x60
  static let read: UInt8 = 0x30
  static let fastRead: UInt8 = 0x3A
  static let write: UInt8 = 0xA2
  static let readCounter: UInt8 = 0x39
  static let readSignature: UInt8 = 0x3C
  static let passwordAuthenticate: UInt8 = 0x1B
  /// A write of 16 bytes, sent in a second frame. A Type 2 tag stores four of them; it is the write command of MIFARE
  /// Classic.
  static let compatibilityWrite: UInt8 = 0xA0
  static let authenticateA: UInt8 = 0x60
  static let authenticateB: UInt8 = 0x61
  static let increment: UInt8 = 0xC1
  static let decrement: UInt8 = 0xC0
  static let restore: UInt8 = 0xC2
  static let transfer: UInt8 = 0xB0
  static let selectAnswer: UInt8 = 0xE0

  /// Returns the command name of a frame for statistics. In a session of the block protocol it is the type of the
  /// block.
  static func name(of frame: [UInt8], inProtocol: Bool = false) -> String {
    if inProtocol {
      return switch (frame.first ?? 0) & 0xC0 {
      case 0x00: "I-BLOCK"
      case 0x80: "R-BLOCK"
      default: "S-BLOCK"
      }
    }
    return switch frame.first {
    case getVersion where frame.count == 1: "GET_VERSION"
    case authenticateA: "AUTHENTICATE A"
    case read: "READ"
    case fastRead: "FAST_READ"
    case write: "WRITE"
    case readCounter: "READ_CNT"
    case readSignature: "READ_SIG"
    case compatibilityWrite: "COMPATIBILITY_WRITE"
    case 0x1A: "AUTHENTICATE C"
    case passwordAuthenticate: "PWD_AUTH"
    case authenticateB: "AUTHENTICATE B"
    case increment: "INCREMENT"
    case decrement: "DECREMENT"
    case restore: "RESTORE"
    case transfer: "TRANSFER"
    case selectAnswer: "RATS"
    default: "other"
    }
  }
}
