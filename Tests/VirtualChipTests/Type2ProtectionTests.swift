import Deadwax
import TestSupport
import Testing

@testable import VirtualChip

/// Tests of locks, passwords and counters, following the data sheets.
@Suite(.timeLimit(.minutes(5)))
struct Type2ProtectionTests {
  private func card(_ make: Type2Make = .ntag213) throws -> Type2Card {
    Type2Card(make, uid: try #require(TagID("04A1B2C3D4E5F6")))
  }

  private func write(_ card: inout Type2Card, _ page: Int, _ bytes: [UInt8]) -> Bool {
    card.answer([0xA2, UInt8(page)] + bytes).content == .acknowledge
  }

  private let password: [UInt8] = [0x73, 0x65, 0x61, 0x6C]

  /// Returns a tag with a password and PACK, protected from the given page on; with `isPowered`, after it has entered
  /// the field again.
  private func sealed(access: UInt8 = 0, from page: UInt8 = 4, isPowered: Bool = true) throws -> Type2Card {
    var card = try card()
    #expect(write(&card, 43, password))
    #expect(write(&card, 44, [0x4F, 0x4B, 0, 0]))
    #expect(write(&card, 42, [access, 0x05, 0, 0]))
    #expect(write(&card, 41, [0x04, 0, 0, page]))
    if isPowered { card.powerOff() }
    return card
  }

  @Test(arguments: [
    // The page of the dynamic lock bytes, the number of pages per bit, and the number of bits.
    (Type2Make.ntag213, 0x28, 2, 12), (.ntag215, 0x82, 16, 8), (.ntag216, 0xE2, 16, 14),
  ])
  func `each dynamic lock bit locks its pages and no others`(make: Type2Make, locks: Int, pages: Int, bits: Int) throws
  {
    for bit in 0..<bits {
      var card = try card(make)
      var bytes: [UInt8] = [0, 0, 0, 0]
      bytes[bit / 8] = 1 << UInt8(bit % 8)
      #expect(write(&card, locks, bytes))
      for page in 4..<make.userPages.upperBound {
        let isLocked = (16 + bit * pages..<16 + (bit + 1) * pages).contains(page)
        #expect(write(&card, page, [1, 2, 3, 4]) == !isLocked, "bit \(bit), page \(page)")
      }
    }
  }

  @Test func `lock bits, once set, stay, and a block lock freezes the others`() throws {
    var card = try card()
    #expect(write(&card, 0x28, [0x01, 0, 0, 0]))
    #expect(write(&card, 0x28, [0, 0, 0x01, 0]))
    #expect(card.eeprom.page(0x28) == [0x01, 0x00, 0x01, 0xBD])
    // Bits 0 and 1 are frozen now, bit 2 is not.
    #expect(write(&card, 0x28, [0x06, 0, 0, 0]))
    #expect(card.eeprom.page(0x28) == [0x05, 0x00, 0x01, 0xBD])
    // The static locks: page 3's bit, then pages 4 to 9, then 10 to 15.
    for (block, bits, frozen) in [
      (UInt8(1), [UInt8(0x08), 0], 0x0008), (2, [0xF0, 0x03], 0x03F0), (4, [0, 0xFC], 0xFC00),
    ] {
      var card = try self.card()
      #expect(write(&card, 2, [0, 0, block, 0]))
      #expect(write(&card, 2, [0, 0, 0xF8, 0xFF]))
      let after = Int(card.eeprom[10] & 0xF8) | Int(card.eeprom[11]) << 8
      #expect(after == 0xFFF8 & ~frozen, "block \(block) \(bits)")
    }
  }

  @Test func `the password guards writing once the field was off`() throws {
    var card = try sealed(isPowered: false)
    #expect(write(&card, 4, [1, 2, 3, 4]), "AUTH0 counts only from the next time in the field on")
    card.powerOff()
    #expect(!write(&card, 4, [5, 6, 7, 8]))
    #expect(card.answer([0x30, 4]).content == .bytes([1, 2, 3, 4] + card.memory[20..<32]))
    #expect(card.answer([0x1B] + password).content == .bytes([0x4F, 0x4B]))
    #expect(write(&card, 4, [5, 6, 7, 8]))
    card.leave()
    #expect(!write(&card, 4, [9, 9, 9, 9]), "a card that was let go asks again")
  }

  @Test func `a new password counts at once`() throws {
    var card = try sealed()
    #expect(card.answer([0x1B] + password).content == .bytes([0x4F, 0x4B]))
    #expect(write(&card, 43, [1, 1, 1, 1]))
    #expect(card.answer([0x1B] + password).content == .refuse(0))
    #expect(card.answer([0x1B, 1, 1, 1, 1]).content == .bytes([0x4F, 0x4B]))
    #expect(card.answer([0x3A, 43, 44]).content == .bytes([UInt8](repeating: 0, count: 8)))
  }

  @Test func `reading can be guarded too, and rolls over before what is hidden`() throws {
    var card = try sealed(access: 0x80, from: 8)
    #expect(card.answer([0x30, 8]).content == .refuse(0))
    #expect(card.answer([0x3A, 4, 8]).content == .refuse(0))
    #expect(card.answer([0x30, 6]).content == .bytes(Array(card.memory[24..<32] + card.memory[0..<8])))
    #expect(card.answer([0x1B] + password).content == .bytes([0x4F, 0x4B]))
    #expect(card.answer([0x3A, 4, 8]).content == .bytes(Array(card.memory[16..<36])))
  }

  @Test func `after too many wrong passwords the right one helps no more`() throws {
    var card = try sealed(access: 0x02)
    #expect(card.answer([0x1B, 0, 0, 0, 0]).content == .refuse(0))
    #expect(card.answer([0x1B] + password).content == .bytes([0x4F, 0x4B]), "a correct one resets the count")
    for _ in 0..<2 { #expect(card.answer([0x1B, 0, 0, 0, 0]).content == .refuse(0)) }
    #expect(card.answer([0x1B] + password).content == .refuse(4))
    card.powerOff()
    #expect(card.answer([0x1B] + password).content == .refuse(4))
  }

  @Test func `a frozen configuration keeps its two pages, not the password's`() throws {
    var card = try sealed(access: 0x40, from: 0xFF)
    #expect(!write(&card, 41, [0, 0, 0, 0]))
    #expect(!write(&card, 42, [0, 0, 0, 0]))
    #expect(write(&card, 43, [0, 0, 0, 0]))
    #expect(write(&card, 44, [0, 0, 0, 0]))
  }

  @Test func `the counter counts one reading each time in the field, and only when it is on`() throws {
    var card = try card()
    #expect(card.answer([0x39, 0x02]).content == .refuse(0))
    #expect(write(&card, 42, [0x10, 0x05, 0, 0]))
    for turn in UInt8(1)...3 {
      card.powerOff()
      _ = card.answer([0x30, 0])
      _ = card.answer([0x3A, 0, 3])
      #expect(card.answer([0x39, 0x02]).content == .bytes([turn, 0, 0]))
    }
    #expect(card.answer([0x39, 0x01]).content == .refuse(0))
  }

  @Test(arguments: [Type2Make.ultralight, .ntag215])
  func `a compatible write of 16 bytes keeps the first four`(make: Type2Make) throws {
    var card = try card(make)
    #expect(card.answer([0xA0, 9]).content == .acknowledge)
    #expect(card.answer([UInt8](1...16)).content == .acknowledge)
    #expect(card.eeprom.page(9) == [1, 2, 3, 4] && card.eeprom.page(10) == [0, 0, 0, 0])
    #expect(card.answer([0xA0, 0]).content == .refuse(0))
    #expect(card.answer([0xA0, 9]).content == .acknowledge)
    #expect(card.answer([1, 2, 3]).content == .silence)
    #expect(card.eeprom.page(9) == [1, 2, 3, 4])
  }

  @Test func `no frame whatever makes a card trap or write past its memory`() throws {
    var random = SeededRandom(seed: 213)
    for make in Type2Make.allCases {
      var card = try card(make)
      let size = card.eeprom.bytes.count
      for _ in 0..<20_000 {
        let commands: [UInt8] = [0x30, 0x3A, 0xA2, 0xA0, 0x1B, 0x39, 0x3C, 0x60]
        let command =
          random.next() % 8 == 0
          ? UInt8.random(in: 0...255, using: &random) : commands.randomElement(using: &random) ?? 0
        let count = Int.random(in: 0...17, using: &random)
        _ = card.answer([command] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        if random.next() % 64 == 0 { card.powerOff() }
      }
      #expect(card.eeprom.bytes.count == size)
      #expect(
        Array(card.memory[0..<9]) == Array(try self.card(make).memory[0..<9]), "the number of a \(make) was written")
    }
  }
}
