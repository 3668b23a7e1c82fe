package import Deadwax

/// A MIFARE Classic 1K: 16 sectors of four blocks of 16 bytes. Two keys protect each sector (NXP data sheet MF1S50).
///
/// The cipher is not simulated. It runs only between chip and card, and is invisible to a host.
package struct ClassicCard: VirtualCard {
  package let uid: TagID
  package var atqa: UInt16 { 0x0004 }
  package var sak: UInt8 { 0x08 }
  package var kind: String { "classic1k" }
  /// The memory of 64 blocks; the last block of each sector is its trailer.
  package var eeprom: EEPROM
  private var login: Login?
  private var announced: Announced?
  /// The result of a value command, for TRANSFER.
  private var register: [UInt8]?

  /// The sector that is authenticated, and the key.
  private struct Login: Hashable {
    let sector: Int
    let isKeyB: Bool
  }

  /// A command whose data follows in the next frame.
  private enum Announced: Hashable {
    case write(block: Int)
    case value(UInt8, block: Int)
  }

  /// Creates a factory-new card, with keys of FF bytes.
  ///
  /// - Parameter uid: 4 bytes.
  package init(uid: TagID) {
    precondition(uid.bytes.count == 4, "a MIFARE Classic 1K has a number of 4 bytes here, not \(uid)")
    self.uid = uid
    eeprom = EEPROM(pages: 64, pageSize: 16)
    let maker: [UInt8] = [0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69]
    eeprom.replace(at: 0, with: uid.bytes + [uid.bytes.reduce(0, ^), 0x08, 0x04, 0x00] + maker)
    let key = [UInt8](repeating: 0xFF, count: 6)
    for sector in 0..<16 { eeprom.replace(at: (sector * 4 + 3) * 16, with: key + [0xFF, 0x07, 0x80, 0x69] + key) }
  }

  package mutating func powerOff() { leave() }

  package mutating func leave() {
    login = nil
    announced = nil
    register = nil
  }

  package mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool {
    leave()
    guard block < 64 else { return false }
    let trailer = eeprom.page(Int(block) | 3)
    guard key == Array(isKeyB ? trailer[10...] : trailer[..<6]) else { return false }
    login = Login(sector: Int(block) / 4, isKeyB: isKeyB)
    return true
  }

  package mutating func answer(_ frame: [UInt8]) -> CardAnswer {
    if let announced {
      self.announced = nil
      return take(frame, for: announced)
    }
    guard frame.count == 2 else { return CardAnswer(.silence) }
    let block = Int(frame[1])
    switch frame[0] {
    case CardCommand.read: return read(block)
    case CardCommand.compatibilityWrite:
      guard block > 0, allows(.write, block) else { return Self.refusal }
      announced = .write(block: block)
    case CardCommand.increment, CardCommand.decrement, CardCommand.restore:
      let right: AccessBits.Operation = frame[0] == CardCommand.increment ? .increment : .decrement
      guard block % 4 != 3, allows(right, block), Self.value(eeprom.page(block)) != nil else { return Self.refusal }
      announced = .value(frame[0], block: block)
    case CardCommand.transfer:
      guard block > 0, block % 4 != 3, allows(.decrement, block), let register else { return Self.refusal }
      return .programmed(eeprom.write(register, at: block * 16))
    default: return CardAnswer(.silence)
    }
    return CardAnswer(.acknowledge)
  }

  private static let refusal = CardAnswer(.refuse(CardAnswer.tooManyAttempts))

  private func access(of block: Int) -> AccessBits? { AccessBits(trailer: eeprom.page(block | 3)) }

  private func allows(_ operation: AccessBits.Operation, _ block: Int) -> Bool {
    guard let login, block < 64, login.sector == block / 4, let access = access(of: block) else { return false }
    if block % 4 == 3 { return operation == .read || access.trailer.isWritable(isKeyB: login.isKeyB) }
    return access.allows(operation, block: block % 4, isKeyB: login.isKeyB)
  }

  private func read(_ block: Int) -> CardAnswer {
    guard allows(.read, block), let login, let access = access(of: block) else { return Self.refusal }
    var bytes = eeprom.page(block)
    if block % 4 == 3 {
      // Key A is never readable; the access bits determine the rest.
      bytes.replaceSubrange(0..<6, with: repeatElement(0, count: 6))
      if !access.trailer.showsKeyB(isKeyB: login.isKeyB) {
        bytes.replaceSubrange(10..<16, with: repeatElement(0, count: 6))
      }
    }
    return CardAnswer(.bytes(bytes))
  }

  private mutating func take(_ frame: [UInt8], for announced: Announced) -> CardAnswer {
    switch announced {
    case .write(let block):
      guard frame.count == 16 else { return CardAnswer(.refuse(CardAnswer.tooManyAttempts)) }
      return .programmed(eeprom.write(stored(frame, in: block), at: block * 16))
    case .value(let command, let block):
      guard frame.count == 4, let value = Self.value(eeprom.page(block)) else { return Self.refusal }
      let operand = Int32(
        bitPattern: frame.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << ($1.offset * 8) })
      let result =
        switch command {
        case CardCommand.increment: value &+ operand
        case CardCommand.decrement: value &- operand
        default: value
        }
      register = Self.block(value: result, address: eeprom.page(block)[12])
      // A real card does not answer if it accepts the value, and the chip treats that as success.
      return CardAnswer(.acknowledge)
    }
  }

  /// Returns the contents of a block after a write. In a trailer only the bytes that the key may change are replaced.
  private func stored(_ bytes: [UInt8], in block: Int) -> [UInt8] {
    guard block % 4 == 3, let login, let rights = access(of: block)?.trailer else { return bytes }
    var stored = eeprom.page(block)
    if rights.mayChangeKeys(isKeyB: login.isKeyB) {
      stored.replaceSubrange(0..<6, with: bytes[0..<6])
      stored.replaceSubrange(10..<16, with: bytes[10..<16])
    }
    if rights.mayChangeAccess(isKeyB: login.isKeyB) { stored.replaceSubrange(6..<10, with: bytes[6..<10]) }
    return stored
  }

  /// Returns the value of a value block (three copies of the value, four of its address); nil if it is not one.
  private static func value(_ block: [UInt8]) -> Int32? {
    let value = block[..<4]
    guard Array(block[8..<12]) == Array(value), zip(value, block[4..<8]).allSatisfy({ $0 == ~$1 }),
      block[12] == block[14], block[13] == block[15], block[12] == ~block[13]
    else { return nil }
    return Int32(bitPattern: value.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << ($1.offset * 8) })
  }

  private static func block(value: Int32, address: UInt8) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: UInt32(bitPattern: value) >> ($0 * 8)) }
    return bytes + bytes.map { ~$0 } + bytes + [address, ~address, address, ~address]
  }
}
