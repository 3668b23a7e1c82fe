/// The access rights in a sector of a MIFARE Classic: bytes 6 to 8 of its trailer (NXP data sheet MF1S50, 8.7).
struct AccessBits: Hashable, Sendable {
  enum Operation: Hashable, Sendable {
    case read
    case write
    case increment
    /// DECREMENT, RESTORE and TRANSFER share one right.
    case decrement
  }

  /// The bits C1 C2 C3 of each block as a three-bit number.
  private let conditions: [UInt8]

  /// Nil if the bits do not match their inverted copies: such a sector is inaccessible for good.
  init?(trailer: [UInt8]) {
    let (first, second, third) = (trailer[6], trailer[7], trailer[8])
    let (c1, c2, c3) = (second >> 4, third & 0x0F, third >> 4)
    guard first & 0x0F == ~c1 & 0x0F, first >> 4 == ~c2 & 0x0F, second & 0x0F == ~c3 & 0x0F else { return nil }
    conditions = (0..<4).map { (c1 >> $0 & 1) << 2 | (c2 >> $0 & 1) << 1 | c3 >> $0 & 1 }
  }

  /// The access rights to the trailer itself.
  var trailer: Trailer { Trailer(condition: conditions[3]) }

  /// Returns true if an operation is allowed.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - block: the block in the sector, 0 to 2.
  ///   - isKeyB: true if key B authenticated the sector. A key B that can be read grants no rights.
  /// - Returns: true if the operation is allowed.
  func allows(_ operation: Operation, block: Int, isKeyB: Bool) -> Bool {
    guard !isKeyB || !trailer.isKeyBReadable, let rights = Self.rights[conditions[block]] else { return false }
    let keys =
      switch operation {
      case .read: rights.read
      case .write: rights.write
      case .increment: rights.increment
      case .decrement: rights.decrement
      }
    return keys == .both || keys == (isKeyB ? .keyB : .keyA)
  }

  private enum Keys { case both, keyA, keyB, none }

  /// The table of the data sheet, by C1 C2 C3.
  private static let rights: [UInt8: (read: Keys, write: Keys, increment: Keys, decrement: Keys)] = [
    0b000: (.both, .both, .both, .both),
    0b010: (.both, .none, .none, .none),
    0b100: (.both, .keyB, .none, .none),
    0b110: (.both, .keyB, .keyB, .both),
    0b001: (.both, .none, .none, .both),
    0b011: (.keyB, .keyB, .none, .none),
    0b101: (.keyB, .none, .none, .none),
    0b111: (.none, .none, .none, .none),
  ]

  struct Trailer: Hashable, Sendable {
    let condition: UInt8

    /// True if key B can be read. It is plain data then and grants no rights.
    var isKeyBReadable: Bool { [0b000, 0b010, 0b001].contains(condition) }

    func showsKeyB(isKeyB: Bool) -> Bool { isKeyBReadable && !isKeyB }

    func mayChangeKeys(isKeyB: Bool) -> Bool {
      switch condition {
      case 0b000, 0b001: !isKeyB
      case 0b100, 0b011: isKeyB
      default: false
      }
    }

    func mayChangeAccess(isKeyB: Bool) -> Bool {
      switch condition {
      case 0b001: !isKeyB
      case 0b011, 0b101: isKeyB
      default: false
      }
    }

    func isWritable(isKeyB: Bool) -> Bool { mayChangeKeys(isKeyB: isKeyB) || mayChangeAccess(isKeyB: isKeyB) }
  }
}
