import Deadwax
import Testing
import VirtualChip

@Suite(.timeLimit(.minutes(5)))
struct Type2CardTests {
  private func card(_ make: Type2Make) throws -> Type2Card {
    Type2Card(make, uid: try #require(TagID("04A1B2C3D4E5F6")))
  }

  @Test func `the first pages hold the number and its check bytes`() throws {
    var card = try card(.ntag213)
    #expect(
      card.answer([0x30, 0x00]).content
        == .bytes([0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6, 0x04, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0x00]))
  }

  @Test(arguments: [(Type2Make.ntag213, UInt8(0x0F), 45), (.ntag215, 0x11, 135), (.ntag216, 0x13, 231)])
  func `an NTAG reports its size`(make: Type2Make, storage: UInt8, pages: Int) throws {
    var card = try card(make)
    #expect(card.answer([0x60]).content == .bytes([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, storage, 0x03]))
    #expect(card.memory.count == pages * 4)
    let last = UInt8(pages - 1)
    guard case .bytes(let bytes) = card.answer([0x3A, last, last]).content else {
      Issue.record("the last page was not read")
      return
    }
    #expect(bytes == [0, 0, 0, 0])
    #expect(card.answer([0x3A, last, last + 1]).content == .refuse(0))
    #expect(card.answer([0x3A, 5, 4]).content == .refuse(0))
    #expect(card.answer([0x30, last + 1]).content == .refuse(0))
  }

  @Test func `READ rolls over to the first page`() throws {
    var card = try card(.ntag213)
    guard case .bytes(let bytes) = card.answer([0x30, 44]).content else {
      Issue.record("page 44 was not read")
      return
    }
    #expect(Array(bytes[4..<8]) == [0x04, 0xA1, 0xB2, 0x9F])
  }

  @Test func `the password cannot be read back`() throws {
    var card = try card(.ntag213)
    #expect(card.answer([0xA2, 43, 1, 2, 3, 4]).content == .acknowledge)
    #expect(card.answer([0x3A, 43, 43]).content == .bytes([0, 0, 0, 0]))
  }

  @Test func `a page is written, and a locked one is not`() throws {
    var card = try card(.ntag213)
    #expect(card.answer([0xA2, 8, 1, 2, 3, 4]).content == .acknowledge)
    #expect(card.answer([0x3A, 8, 8]).content == .bytes([1, 2, 3, 4]))
    // The first bit of the second lock byte locks page 8.
    #expect(card.answer([0xA2, 2, 0, 0, 0, 0x01]).content == .acknowledge)
    #expect(card.answer([0xA2, 8, 9, 9, 9, 9]).content == .refuse(0))
    #expect(card.answer([0x3A, 8, 8]).content == .bytes([1, 2, 3, 4]))
    #expect(card.answer([0xA2, 0, 9, 9, 9, 9]).content == .refuse(0))
  }

  @Test func `lock bits and container only ever gain bits`() throws {
    var card = try card(.ntag213)
    _ = card.answer([0xA2, 2, 0xFF, 0xFF, 0x08, 0x00])
    _ = card.answer([0xA2, 2, 0, 0, 0, 0])
    #expect(Array(card.memory[8..<12]) == [0x04, 0x48, 0x08, 0x00])
    #expect(card.answer([0xA2, 3, 0xFF, 0xFF, 0xFF, 0xFF]).content == .refuse(0))
    var other = try self.card(.ntag213)
    _ = other.answer([0xA2, 3, 0x00, 0x00, 0x00, 0x0F])
    #expect(Array(other.memory[12..<16]) == [0xE1, 0x10, 0x12, 0x0F])
  }

  @Test func `a plain Ultralight does not answer unknown commands`() throws {
    var card = try card(.ultralight)
    #expect(card.answer([0x60]).content == .silence)
    #expect(card.answer([0x3A, 0, 3]).content == .silence)
    #expect(card.answer([0x30]).content == .silence)
    #expect(card.answer([]).content == .silence)
  }

  @Test(arguments: Type2Make.allCases)
  func `a message is at the place where readers expect it`(make: Type2Make) throws {
    let card = try card(make).carrying([0xD0, 0x00, 0x00])
    #expect(card.memory[12] == 0xE1)
    #expect(Int(card.memory[14]) * 8 <= make.userPages.count * 4)
    let start = make == .ntag213 ? 21 : 16
    #expect(Array(card.memory[start..<start + 6]) == [0x03, 0x03, 0xD0, 0x00, 0x00, 0xFE])
  }
}
