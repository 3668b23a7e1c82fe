package import Deadwax

/// A Type 2 tag: pages of four bytes that are read and written.
package struct Type2Card: Card {
  package let make: Type2Make
  package let uid: TagUID
  package var atqa: UInt16 { 0x0044 }
  package var sak: UInt8 { 0x00 }
  /// All pages one behind the other.
  package private(set) var memory: [UInt8]

  /// A tag as it comes from the factory.
  ///
  /// - Parameters:
  ///   - make: how large it is and what it knows.
  ///   - uid: 7 bytes; 04 in front stands for NXP.
  package init(_ make: Type2Make, uid: TagUID) {
    precondition(uid.bytes.count == 7, "a Type 2 tag has a number of 7 bytes, not \(uid)")
    self.make = make
    self.uid = uid
    let number = uid.bytes
    memory = .init(repeating: 0, count: make.pageCount * 4)
    // Each half of the number is followed by its check byte; 88 is the cascade tag (ISO/IEC 14443-3, 6.5.4).
    memory.replace(at: 0, with: number[0..<3] + [number[0..<3].reduce(0x88, ^)])
    memory.replace(at: 4, with: number[3..<7] + [number[3..<7].reduce(0, ^), 0x48])
    memory.replace(at: 12, with: make.factoryPages)
    if let (page, bytes) = make.configuration { memory.replace(at: page * 4, with: bytes) }
  }

  /// The same tag with an NDEF message written to it by somebody; a tag that was not made ready for NDEF is first.
  ///
  /// - Parameter message: as much as fits; a longer one traps.
  /// - Returns: the written tag.
  package func carrying(_ message: [UInt8]) -> Type2Card {
    var card = self
    let size = make.userPages.count * 4
    if card.memory[12] == 0 { card.memory.replace(at: 12, with: [0xE1, 0x10, UInt8(size / 8), 0x00]) }
    let length =
      message.count < 0xFF ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
    // The lock control block of an NTAG213 stays where it is.
    let start = card.memory[16] == 0x01 ? 21 : 16
    let block = [0x03] + length + message
    let end = 16 + size
    precondition(start + block.count <= end, "a message of \(message.count) bytes does not fit \(make)")
    card.memory.replace(at: start, with: block + (start + block.count < end ? [0xFE] : []))
    return card
  }

  /// The same tag with bytes changed from outside, as wear or another program would; `offset` counts from page 0, and
  /// the bytes must lie inside the memory.
  package func with(_ bytes: [UInt8], at offset: Int) -> Type2Card {
    var card = self
    card.memory.replace(at: offset, with: bytes)
    return card
  }

  package mutating func powerOff() {}

  package mutating func answer(_ frame: [UInt8]) -> CardAnswer {
    switch frame.first {
    case CardCommand.read where frame.count == 2: return CardAnswer(read(Int(frame[1])))
    case CardCommand.write where frame.count == 6: return write(Int(frame[1]), Array(frame[2...]))
    default: break
    }
    guard let version = make.version else { return CardAnswer(.silence) }
    switch frame.first {
    case CardCommand.getVersion where frame.count == 1: return CardAnswer(.bytes(version))
    case CardCommand.fastRead where frame.count == 3: return CardAnswer(read(Int(frame[1]), through: Int(frame[2])))
    case CardCommand.readSignature where frame.count == 2: return CardAnswer(.bytes(.init(repeating: 0, count: 32)))
    // The counter is switched off, as it is from the factory.
    case CardCommand.readCounter: return CardAnswer(.refuse(Refusal.argument))
    default: return CardAnswer(.refuse(Refusal.argument))
    }
  }

  private enum Refusal {
    static let argument: UInt8 = 0
  }

  /// Four pages; behind the last comes the first again.
  private func read(_ page: Int) -> CardAnswer.Content {
    guard page < make.pageCount else { return .refuse(Refusal.argument) }
    return .bytes((page..<page + 4).flatMap { self.page($0 % make.pageCount) })
  }

  private func read(_ first: Int, through last: Int) -> CardAnswer.Content {
    guard first <= last, last < make.pageCount else { return .refuse(Refusal.argument) }
    return .bytes((first...last).flatMap(page))
  }

  private func page(_ number: Int) -> [UInt8] {
    make.secretPages.contains(number) ? [0, 0, 0, 0] : Array(memory[number * 4..<number * 4 + 4])
  }

  private mutating func write(_ page: Int, _ bytes: [UInt8]) -> CardAnswer {
    guard (2..<make.pageCount).contains(page), !isLocked(page) else { return CardAnswer(.refuse(Refusal.argument)) }
    let offset = page * 4
    switch page {
    // Lock bytes and capability container: a bit once set stays set.
    case 2:
      memory[offset + 2] |= bytes[2]
      memory[offset + 3] |= bytes[3]
    case 3:
      for index in 0..<4 { memory[offset + index] |= bytes[index] }
    default: memory.replace(at: offset, with: bytes)
    }
    return CardAnswer(.acknowledge, delay: .microseconds(4100))
  }

  /// Static lock bytes: bits 3 to 7 of the first for pages 3 to 7, the second for pages 8 to 15.
  private func isLocked(_ page: Int) -> Bool {
    switch page {
    case 3...7: memory[10] & 1 << UInt8(page) != 0
    case 8...15: memory[11] & 1 << UInt8(page - 8) != 0
    default: false
    }
  }
}

extension [UInt8] {
  fileprivate mutating func replace(at offset: Int, with bytes: some Collection<UInt8>) {
    replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}
