import Deadwax
import TestSupport
import Testing
import VirtualChip

@Suite(.timeLimit(.minutes(5)))
struct ClassicCardTests {
  private static let factory = [UInt8](repeating: 0xFF, count: 6)
  private static let keyA: [UInt8] = [1, 2, 3, 4, 5, 6]
  private static let keyB: [UInt8] = [9, 8, 7, 6, 5, 4]

  private func card() throws -> ClassicCard { ClassicCard(uid: try #require(TagID("C0DE0001"))) }

  /// Returns the bytes of access bits C1 C2 C3 for the four blocks of a sector.
  private static func access(_ conditions: [UInt8]) -> [UInt8] {
    let planes = [4, 2, 1].map { bit in
      conditions.enumerated().reduce(UInt8(0)) { $0 | ($1.element & UInt8(bit) != 0 ? 1 << UInt8($1.offset) : 0) }
    }
    let (c1, c2, c3) = (planes[0], planes[1], planes[2])
    return [(~c2 & 0x0F) << 4 | ~c1 & 0x0F, c1 << 4 | ~c3 & 0x0F, c3 << 4 | c2, 0x00]
  }

  /// Returns a card whose sector 1 has these conditions, own keys, and value 100 in its block 5.
  private func card(_ conditions: [UInt8]) throws -> ClassicCard {
    var card = try card()
    let value: [UInt8] = [100, 0, 0, 0, 155, 255, 255, 255, 100, 0, 0, 0, 5, 250, 5, 250]
    card.eeprom.replace(at: 5 * 16, with: value)
    card.eeprom.replace(at: 7 * 16, with: Self.keyA + Self.access(conditions) + Self.keyB)
    return card
  }

  private func write(_ card: inout ClassicCard, _ block: UInt8, _ bytes: [UInt8]) -> Bool {
    guard card.answer([0xA0, block]).content == .acknowledge else { return false }
    return card.answer(bytes).content == .acknowledge
  }

  private func reads(_ card: inout ClassicCard, _ block: UInt8) -> [UInt8]? {
    if case .bytes(let bytes) = card.answer([0x30, block]).content { return bytes }
    return nil
  }

  @Test func `nothing is read before the right key, and only in its sector`() throws {
    var card = try card()
    #expect(card.answer([0x30, 4]).content == .refuse(4))
    #expect(card.authenticate(block: 4, key: Self.keyA, isKeyB: false) == false)
    #expect(card.answer([0x30, 4]).content == .refuse(4))
    #expect(card.authenticate(block: 4, key: Self.factory, isKeyB: false) == true)
    #expect(reads(&card, 4) == [UInt8](repeating: 0, count: 16))
    #expect(card.answer([0x30, 8]).content == .refuse(4))
    card.leave()
    #expect(card.answer([0x30, 4]).content == .refuse(4))
    #expect(card.authenticate(block: 64, key: Self.factory, isKeyB: false) == false)
  }

  @Test func `the first block holds the number and cannot be written`() throws {
    var card = try card()
    #expect(card.authenticate(block: 0, key: Self.factory, isKeyB: false) == true)
    #expect(reads(&card, 0)?.prefix(8) == [0xC0, 0xDE, 0x00, 0x01, 0x1F, 0x08, 0x04, 0x00])
    #expect(!write(&card, 0, [UInt8](repeating: 1, count: 16)))
  }

  // The keys that may read, write, increment, decrement, by C1 C2 C3, from the data sheet's table 8; A, B or both.
  @Test(arguments: [
    (UInt8(0b000), "AB", "AB", "AB", "AB"), (0b010, "AB", "", "", ""), (0b100, "AB", "B", "", ""),
    (0b110, "AB", "B", "B", "AB"), (0b001, "AB", "", "", "AB"), (0b011, "B", "B", "", ""), (0b101, "B", "", "", ""),
    (0b111, "", "", "", ""),
  ])
  func `access bits decide over a block`(
    condition: UInt8, read: String, write: String, increment: String, decrement: String
  ) throws {
    // The trailer 011 hides key B, so that it opens the sector.
    let fresh = try card([condition, condition, condition, 0b011])
    for (name, key, isKeyB) in [("A", Self.keyA, false), ("B", Self.keyB, true)] {
      func tries(_ body: (inout ClassicCard) -> Bool) -> Bool {
        var card = fresh
        #expect(card.authenticate(block: 5, key: key, isKeyB: isKeyB) == true)
        return body(&card)
      }
      #expect(tries { reads(&$0, 5) != nil } == read.contains(name), "read \(name)")
      #expect(tries { self.write(&$0, 6, [UInt8](repeating: 7, count: 16)) } == write.contains(name), "write \(name)")
      #expect(tries { $0.answer([0xC1, 5]).content == .acknowledge } == increment.contains(name), "increment \(name)")
      #expect(tries { $0.answer([0xC0, 5]).content == .acknowledge } == decrement.contains(name), "decrement \(name)")
    }
  }

  // The keys that may write key A, the access bits, key B, by the trailer's C1 C2 C3 (table 7).
  @Test(arguments: [
    (UInt8(0b000), "A", "", "A"), (0b010, "", "", ""), (0b100, "B", "", "B"), (0b110, "", "", ""),
    (0b001, "A", "A", "A"), (0b011, "B", "B", "B"), (0b101, "", "B", ""), (0b111, "", "", ""),
  ])
  func `access bits decide over the trailer, part by part`(
    condition: UInt8, keyA: String, access: String, keyB: String
  ) throws {
    let fresh = try card([0, 0, 0, condition])
    let bytes =
      [UInt8](repeating: 0xA1, count: 6) + Self.access([0b010, 0, 0, condition]) + [UInt8](repeating: 0xB1, count: 6)
    for (name, key, isKeyB) in [("A", Self.keyA, false), ("B", Self.keyB, true)] {
      var card = fresh
      #expect(card.authenticate(block: 7, key: key, isKeyB: isKeyB) == true)
      _ = write(&card, 7, bytes)
      let before = fresh.eeprom.page(7)
      let after = card.eeprom.page(7)
      #expect((after[..<6] != before[..<6]) == keyA.contains(name), "key A by \(name)")
      #expect((after[6..<9] != before[6..<9]) == access.contains(name), "access bits by \(name)")
      #expect((after[10...] != before[10...]) == keyB.contains(name), "key B by \(name)")
    }
  }

  @Test func `key A never reads, and a key B that reads opens nothing`() throws {
    var card = try card([0, 0, 0, 0b001])
    #expect(card.authenticate(block: 7, key: Self.keyA, isKeyB: false) == true)
    #expect(reads(&card, 7) == [0, 0, 0, 0, 0, 0] + card.eeprom.page(7)[6...])
    #expect(card.authenticate(block: 7, key: Self.keyB, isKeyB: true) == true)
    #expect(card.answer([0x30, 4]).content == .refuse(4))
    var hidden = try self.card([0, 0, 0, 0b011])
    #expect(hidden.authenticate(block: 7, key: Self.keyA, isKeyB: false) == true)
    #expect(reads(&hidden, 7)?.suffix(6) == [0, 0, 0, 0, 0, 0])
  }

  @Test func `a sector whose access bits do not fit their copies is closed`() throws {
    var card = try card([0, 0, 0, 0b001])
    card.eeprom.replace(at: 7 * 16 + 6, with: [0x00, 0x00, 0x00])
    #expect(card.authenticate(block: 5, key: Self.keyA, isKeyB: false) == true)
    #expect(card.answer([0x30, 5]).content == .refuse(4))
    #expect(card.answer([0xA0, 5]).content == .refuse(4))
  }

  @Test func `values are counted up and down, and moved`() throws {
    var card = try card([0, 0, 0, 0b001])
    #expect(card.authenticate(block: 5, key: Self.keyA, isKeyB: false) == true)
    func count(_ command: UInt8, _ block: UInt8, _ operand: UInt8) {
      #expect(card.answer([command, block]).content == .acknowledge)
      #expect(card.answer([operand, 0, 0, 0]).content == .acknowledge)
    }
    count(0xC1, 5, 20)
    #expect(card.eeprom[80] == 100, "nothing is written before TRANSFER")
    #expect(card.answer([0xB0, 5]).content == .acknowledge)
    #expect(card.eeprom.page(5) == [120, 0, 0, 0, 135, 255, 255, 255, 120, 0, 0, 0, 5, 250, 5, 250])
    count(0xC0, 5, 130)
    #expect(card.answer([0xB0, 6]).content == .acknowledge)
    #expect(card.eeprom.page(6).prefix(5) == [0xF6, 0xFF, 0xFF, 0xFF, 0x09])
    count(0xC2, 5, 0)
    #expect(card.answer([0xB0, 4]).content == .acknowledge)
    #expect(card.eeprom.page(4) == card.eeprom.page(5))
    // A block without a value cannot be incremented, and without a value there is nothing to transfer.
    card.eeprom.replace(at: 4 * 16, with: [1])
    #expect(card.answer([0xC1, 4]).content == .refuse(4))
    #expect(card.authenticate(block: 5, key: Self.keyA, isKeyB: false) == true)
    #expect(card.answer([0xB0, 5]).content == .refuse(4))
  }
}
