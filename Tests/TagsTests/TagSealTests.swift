import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of the password protection of tags.
@Suite(.timeLimit(.minutes(10)))
struct TagSealTests {
  private static let code = TagReaderTests.code
  private static let other = OwnCode(.copy, number: 0x0FED_CBA9_8765_4321)

  private static func tag(_ make: Type2Make = .ntag213) throws -> Type2Card { try TagReaderTests.tag(make) }

  @Test(arguments: [Type2Make.ntag213, .ntag215, .ntag216])
  func `any reader can read a sealed tag, and writing requires its password`(make: Type2Make) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(make))
    let uid = try await watcher.arrival().uid
    let seal = try #require(TagOrder.Seal(password: [0x5D, 0x1C, 0x7B, 0x52], pack: [0x8E, 0x0A]))
    let written = try await watcher.carryOut(TagOrder.make(seal: seal))
    #expect(written.outcome == "tag-written")
    let configuration = (make == .ntag213 ? 0x29 : make == .ntag215 ? 0x83 : 0xE3) * 4
    var memory = try chip.memory()
    #expect(memory[configuration + 3] == 0x04 && memory[configuration + 4] & 0x87 == 0)
    #expect(memory[(configuration + 8)...].prefix(6).elementsEqual(seal.password + seal.pack))
    // All of that takes effect the next time the tag enters the field.
    func layAgain(_ count: Int) async throws {
      let card = try #require(chip.remove(uid))
      try await watcher.departure(count - 1)
      chip.place(card)
      let sight = try await watcher.arrival(count)
      #expect(sight.code != nil && sight.fault == nil)
    }
    try await layAgain(2)
    #expect(try await watcher.carryOut(TagOrder.make(seal: seal)).outcome == "tag-unchanged")
    memory = try chip.memory()
    for order in [
      try TagOrder.make(code: Self.other), try .make(code: Self.other, password: [0, 0, 0, 0]), try .make(.erase),
      try .make(.seal), try .make(.seal, password: [9, 9, 9, 9]),
    ] {
      let refused = try await watcher.carryOut(order)
      #expect(refused.outcome == "tag-password" && refused.hasBegun == false, "\(refused)")
      #expect(try chip.memory() == memory)
    }
    // With the password, the tag is written and stays sealed.
    let other = try await watcher.carryOut(TagOrder.make(code: Self.other, password: seal.password))
    #expect(other.outcome == "tag-written")
    #expect(try chip.read() == .code(Self.other))
    try await layAgain(3)
    #expect(try await watcher.carryOut(TagOrder.make()).outcome == "tag-password")
    // Another password replaces it.
    let second = try #require(TagOrder.Seal(password: [1, 2, 3, 4], pack: [5, 6]))
    let resealed = try await watcher.carryOut(TagOrder.make(.seal, password: seal.password, seal: second))
    #expect(resealed.outcome == "tag-sealed")
    try await layAgain(4)
    #expect(try await watcher.carryOut(TagOrder.make(password: seal.password)).outcome == "tag-password")
    // The seal is removed.
    #expect(try await watcher.carryOut(TagOrder.make(.seal, password: second.password)).outcome == "tag-unsealed")
    #expect(try chip.memory()[configuration + 3] == 0xFF)
    try await layAgain(5)
    #expect(try await watcher.carryOut(TagOrder.make()).outcome == "tag-written")
    // Erasing removes the seal with the content.
    #expect(try await watcher.carryOut(TagOrder.make(.seal, seal: seal)).outcome == "tag-sealed")
    try await layAgain(6)
    #expect(try await watcher.carryOut(TagOrder.make(.erase, password: seal.password)).outcome == "tag-erased")
    memory = try chip.memory()
    #expect(memory[configuration + 3] == 0xFF)
    #expect(Type2Memory.find(in: Array(memory.dropFirst(12))) == .empty)
    #expect(memory[10...11].elementsEqual([0, 0]))
  }

  @Test func `a tag that hides its pages is opened, or refused`() async throws {
    let secret: [UInt8] = [0x11, 0x22, 0x33, 0x44]
    let card = try Self.tag().with([0x04, 0, 0, 0x04, 0x80, 0, 0, 0] + secret + [0xAB, 0xCD, 0, 0], at: 0x29 * 4)
    #expect(try await Refusal.of(TagOrder.make(), on: card).outcome == "tag-password")
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(card)
    #expect(try await watcher.arrival().fault == .unread)
    #expect(try await watcher.carryOut(TagOrder.make(password: secret)).outcome == "tag-written")
    #expect(try chip.read() == .code(Self.code))
  }
}
