package import Deadwax

/// A Type 2 tag: pages of four bytes (NXP data sheets NTAG213/215/216 rev. 3.2, MF0ICU1 rev. 3.9).
///
/// `Type2Card+Protection` implements the protection of its pages.
package struct Type2Card: VirtualCard {
  package let make: Type2Make
  package let uid: TagID
  package var atqa: UInt16 { 0x0044 }
  package var sak: UInt8 { 0x00 }
  package var kind: String { make.rawValue }
  package var eeprom: EEPROM
  /// AUTH0 and ACCESS when the field was switched on. New values take effect the next time it is switched on.
  var protection = Protection()
  /// True if the password was accepted since the tag was selected.
  var isAuthenticated = false
  /// The number of consecutive wrong passwords.
  var failedPasswords = 0
  /// The read counter. It counts once for each stay in the field (NTAG21x data sheet, 8.7).
  var counter = 0
  private var isCounted = false
  /// The page of a COMPATIBILITY_WRITE whose data follows in the next frame.
  private var announced: Int?

  /// Creates a factory-new tag.
  ///
  /// - Parameters:
  ///   - make: the model, which determines size and commands.
  ///   - uid: 7 bytes; a leading 04 stands for NXP.
  package init(_ make: Type2Make, uid: TagID) {
    precondition(uid.bytes.count == 7, "a Type 2 tag has a number of 7 bytes, not \(uid)")
    self.make = make
    self.uid = uid
    let number = uid.bytes
    eeprom = EEPROM(pages: make.pageCount, pageSize: 4)
    // Each half of the UID is followed by its check byte; 88 is the cascade tag (ISO/IEC 14443-3, 6.5.4).
    eeprom.replace(at: 0, with: number[0..<3] + [number[0..<3].reduce(0x88, ^)])
    eeprom.replace(at: 4, with: number[3..<7] + [number[3..<7].reduce(0, ^), 0x48])
    eeprom.replace(at: 12, with: make.factoryPages)
    if let page = make.dynamicLockPage { eeprom.replace(at: page * 4, with: [0x00, 0x00, 0x00, 0xBD]) }
    if let (page, bytes) = make.configuration { eeprom.replace(at: page * 4, with: bytes) }
    protection = latched
  }

  /// The bytes of all pages as a reader sees them: password and PACK are zeros.
  package var memory: [UInt8] { (0..<make.pageCount).flatMap(page) }

  /// Returns the same tag with an NDEF message on it. The tag is formatted for NDEF first if necessary.
  ///
  /// - Parameter message: the message; one that does not fit is a programming error.
  /// - Returns: the written tag.
  package func carrying(_ message: [UInt8]) -> Type2Card {
    var card = self
    let size = make.userPages.count * 4
    if card.eeprom[12] == 0 { card.eeprom.replace(at: 12, with: [0xE1, 0x10, UInt8(size / 8), 0x00]) }
    let length =
      message.count < 0xFF ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
    // The lock control TLV of an NTAG213 remains in place.
    let start = card.eeprom[16] == 0x01 ? 21 : 16
    let block = [0x03] + length + message
    let end = 16 + size
    precondition(start + block.count <= end, "a message of \(message.count) bytes does not fit \(make)")
    card.eeprom.replace(at: start, with: block + (start + block.count < end ? [0xFE] : []))
    return card
  }

  /// Returns the same tag with bytes changed directly, to simulate wear or another program. `offset` counts from page
  /// 0, and the bytes must be inside the memory.
  package func with(_ bytes: [UInt8], at offset: Int) -> Type2Card {
    var card = self
    card.eeprom.replace(at: offset, with: bytes)
    card.protection = card.latched
    return card
  }

  package mutating func powerOff() {
    leave()
    isCounted = false
    protection = latched
  }

  package mutating func leave() {
    isAuthenticated = false
    announced = nil
  }

  package mutating func answer(_ frame: [UInt8]) -> CardAnswer {
    if let page = announced {
      announced = nil
      return frame.count == 16 ? write(page, Array(frame[..<4])) : CardAnswer(.silence)
    }
    switch frame.first {
    case CardCommand.read where frame.count == 2:
      count()
      return CardAnswer(read(Int(frame[1])))
    case CardCommand.write where frame.count == 6: return write(Int(frame[1]), Array(frame[2...]))
    case CardCommand.compatibilityWrite where frame.count == 2:
      let page = Int(frame[1])
      guard canWrite(page) else { return Self.refusal }
      announced = page
      return CardAnswer(.acknowledge)
    default: break
    }
    guard let version = make.version else { return CardAnswer(.silence) }
    switch frame.first {
    case CardCommand.getVersion where frame.count == 1: return CardAnswer(.bytes(version))
    case CardCommand.fastRead where frame.count == 3:
      count()
      return CardAnswer(read(Int(frame[1]), through: Int(frame[2])))
    case CardCommand.readSignature where frame == [CardCommand.readSignature, 0x00]:
      return CardAnswer(.bytes(.init(repeating: 0, count: 32)))
    case CardCommand.readCounter where frame == [CardCommand.readCounter, 0x02]: return readCounter()
    case CardCommand.passwordAuthenticate where frame.count == 5: return authenticate(Array(frame[1...]))
    default: return Self.refusal
    }
  }

  static let refusal = CardAnswer(.refuse(CardAnswer.wrongArgument))

  /// Reads four pages. After the last page, or the last readable one, the first page follows.
  private func read(_ page: Int) -> CardAnswer.Content {
    let end = protection.hidesReading && !isAuthenticated ? min(make.pageCount, protection.firstPage) : make.pageCount
    guard page < end else { return .refuse(CardAnswer.wrongArgument) }
    return .bytes((page..<page + 4).flatMap { self.page($0 % end) })
  }

  private func read(_ first: Int, through last: Int) -> CardAnswer.Content {
    guard first <= last, last < make.pageCount, canRead(last) else { return .refuse(CardAnswer.wrongArgument) }
    return .bytes((first...last).flatMap(page))
  }

  private func page(_ number: Int) -> [UInt8] {
    make.secretPages.contains(number) ? [0, 0, 0, 0] : eeprom.page(number)
  }

  private mutating func write(_ page: Int, _ bytes: [UInt8]) -> CardAnswer {
    guard canWrite(page) else { return Self.refusal }
    let isOneTime = page < 4 || page == make.dynamicLockPage
    return .programmed(eeprom.write(stored(bytes, to: page), at: page * 4, isOneTime: isOneTime))
  }

  private mutating func count() {
    guard !isCounted, make.version != nil, protection.counts else { return }
    isCounted = true
    counter = min(counter + 1, 0xFF_FFFF)
  }

  private func readCounter() -> CardAnswer {
    guard protection.counts, !protection.hidesCounter || isAuthenticated else { return Self.refusal }
    return CardAnswer(.bytes([UInt8(counter & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter >> 16)]))
  }
}
