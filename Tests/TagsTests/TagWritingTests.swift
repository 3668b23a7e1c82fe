import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of orders through the real libnfc, on tags on the simulated chip of a pseudo-terminal.
@Suite(.timeLimit(.minutes(10)))
struct TagWritingTests {
  private static let code = TagReaderTests.code
  private static let other = OwnCode(.copy, number: 0x0FED_CBA9_8765_4321)

  private static func tag(_ make: Type2Make = .ntag213, carrying message: [UInt8]? = nil) throws -> Type2Card {
    try TagReaderTests.tag(make, carrying: message)
  }

  @Test(arguments: [
    (Type2Make.ntag213, "NTAG213", "full", 137), (.ntag215, "NTAG215", "full", 492), (.ntag216, "NTAG216", "full", 868),
    (.ultralight, "MIFARE Ultralight", "short", 46),
  ])
  func `a tag from the factory is written and read back`(
    make: Type2Make, kind: String, form: String, capacity: Int
  ) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(make))
    let sight = try await watcher.arrival()
    #expect(sight.owner == .empty && sight.access == .writable && sight.capacity == capacity)
    let front = Array(try chip.memory().prefix(12))
    let order = try TagOrder.make()
    let result = try await watcher.carryOut(order)
    #expect(result.isDone && result.outcome == "tag-written" && result.hasBegun == true)
    #expect(result.form == form && result.kind == kind && result.capacity == capacity)
    #expect(result.writes == chip.writeCount)
    #expect(result.reads ?? 0 > 0)
    #expect(result.detail != nil)
    let read = try #require(try chip.read())
    #expect(read == (make == .ultralight ? .address(Self.code) : .code(Self.code)))
    // Earlier pages are unchanged: UID and lock bits.
    #expect(try chip.memory().prefix(12).elementsEqual(front))
    // The tag was there all the time.
    try await chip.polls(20)
    #expect(watcher.arrivals == [sight] && watcher.departures == [])
    // A second order has nothing to write.
    let before = chip.writeCount
    let again = try await watcher.carryOut(try TagOrder.make())
    #expect(again.isDone && again.outcome == "tag-unchanged" && again.writes == 0 && again.hasBegun == false)
    #expect(again.form == form)
    #expect(chip.writeCount == before)
    // Presented again, it reads the same.
    let card = try #require(chip.remove(sight.uid))
    try await watcher.departure()
    chip.place(card)
    let second = try await watcher.arrival(2)
    #expect(second.code == Self.code && second.owner == .own && second.fault == nil)
    #expect(watcher.results.count == 2)
  }

  @Test(arguments: [Type2Make.ntag213, .ntag215, .ntag216])
  func `a blank tag is made an NDEF tag`(make: Type2Make) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(make).with(.init(repeating: 0, count: 12), at: 12))
    #expect(try await watcher.arrival().access == .writable)
    let result = try await watcher.carryOut(try TagOrder.make())
    #expect(result.outcome == "tag-written")
    #expect(try chip.read() == .code(Self.code))
    let size: [Type2Make: UInt8] = [.ntag213: 0x12, .ntag215: 0x3E, .ntag216: 0x6D]
    #expect(try chip.memory()[12..<16].elementsEqual([0xE1, 0x10, size[make] ?? 0, 0x00]))
  }

  @Test func `a message that takes three bytes of length fills an NTAG216 to the brim`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(.ntag216, carrying: PseudoBarcode.message(for: Self.other)))
    try await watcher.arrival()
    let brim = try Self.record(868)
    let written = try await watcher.carryOut(try TagOrder.make(message: brim))
    #expect(written.outcome == "tag-written")
    #expect(Type2Memory.find(in: Array(try chip.memory().dropFirst(12))) == .message(brim))
    let full = try await watcher.carryOut(try TagOrder.make(message: try Self.record(869)))
    #expect(full.outcome == "tag-too-small" && full.capacity == 868 && full.hasBegun == false)
    // And back to a short one.
    let back = try await watcher.carryOut(try TagOrder.make(overwrite: true))
    #expect(back.outcome == "tag-written")
    #expect(try chip.read() == .code(Self.code))
  }

  /// Returns a text record in a message of the given number of bytes.
  private static func record(_ count: Int) throws -> [UInt8] {
    for length in 0...count {
      let message = try NDEFMessage([TextRecord(String(repeating: "x", count: length)).record]).bytes()
      if message.count == count { return message }
    }
    throw TestFailure("no text makes \(count) bytes")
  }

  // MARK: - Refusals

  @Test(arguments: [
    ("DEADBEEF", UInt16(0x0004), UInt8(0x08)), ("04112233445566", 0x0344, 0x20), ("08123456", 0x0004, 0x20),
    ("04112233445566", 0x0042, 0x20), ("DEADBEEF", 0x0002, 0x18),
  ])
  func `cards that are no Type 2 tags are refused`(uid: String, atqa: UInt16, sak: UInt8) async throws {
    let card = PlainCard(uid: try #require(TagID(uid)), atqa: atqa, sak: sak)
    #expect(try await Refusal.of(TagOrder.make(uid: uid), on: card).outcome == "tag-type")
    #expect(try await Refusal.of(TagOrder.make(.erase, uid: uid), on: card).outcome == "tag-type")
  }

  @Test func `a tag made for something else is refused`() async throws {
    // The capability container is one-time programmable: the setting of another application remains.
    let card = try Self.tag().with([0x12, 0x34, 0x56, 0x78], at: 12)
    #expect(try await Refusal.of(TagOrder.make(overwrite: true), on: card).outcome == "tag-type")
    let ultralight = try Self.tag(.ultralight)
    let seal = try #require(TagOrder.Seal(password: [1, 2, 3, 4], pack: [5, 6]))
    #expect(try await Refusal.of(TagOrder.make(seal: seal), on: ultralight).outcome == "tag-type")
    #expect(try await Refusal.of(TagOrder.make(.seal, seal: seal), on: ultralight).outcome == "tag-type")
  }

  @Test(arguments: [
    (Type2Make.ntag213, 10, [UInt8(0x20)]), (.ntag213, 10, [0x80]), (.ntag213, 11, [0x01]), (.ntag213, 11, [0x80]),
    (.ntag213, 0x28 * 4, [0x01]), (.ntag213, 0x28 * 4, [0x08]), (.ntag213, 15, [0x0F]), (.ntag215, 0x82 * 4, [0x01]),
    (.ntag216, 0xE2 * 4, [0x01]), (.ultralight, 10, [0x10]),
  ])
  func `a locked tag is refused`(make: Type2Make, offset: Int, bytes: [UInt8]) async throws {
    let card = try Self.tag(make).with(bytes, at: offset)
    let card2 = make == .ultralight ? card.with([0xE1, 0x10, 0x06, 0x00], at: 12) : card
    #expect(try await Refusal.of(TagOrder.make(overwrite: true), on: card2).outcome == "tag-locked")
  }

  @Test func `lock bits of pages that are not needed do not matter`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    // Pages 24 and up, and the locks of the lock bits themselves.
    chip.place(try Self.tag().with([0xF0, 0x0F, 0x3F], at: 0x28 * 4).with([0x07], at: 10))
    try await watcher.arrival()
    #expect(try await watcher.carryOut(TagOrder.make()).outcome == "tag-written")
    #expect(try chip.read() == .code(Self.code))
    // Existing content needs no write, locked or not.
    let locked = try VirtualChip()
    let second = try Watcher(locked)
    locked.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)).with([0xF8, 0xFF], at: 10))
    #expect(try await second.arrival().access == .locked)
    #expect(try await second.carryOut(TagOrder.make()).outcome == "tag-unchanged")
  }

  @Test func `a tag of another library is left alone, unless it may be replaced`() async throws {
    let elsewhere = try #require(TagAddress(base: "music.elsewhere.example"))
    let foreign = URIRecord("https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy").record
    let own = try NDEFMessage(parsing: PseudoBarcode.message(for: Self.other)).records
    let ultralight = try Self.tag(.ultralight, carrying: PseudoBarcode.addressOnly(for: Self.other, address: elsewhere))
    for card in [
      try Self.tag(carrying: PseudoBarcode.message(for: Self.other, address: elsewhere)), ultralight,
      try Self.tag(carrying: NDEFMessage([foreign] + own).bytes()),
    ] {
      #expect(try await Refusal.of(TagOrder.make(), on: card).outcome == "tag-foreign-content")
      #expect(try await Refusal.of(TagOrder.make(.erase), on: card).outcome == "tag-foreign-content")
    }
    // A hub that has written to that address before continues without a prompt.
    let chip = try VirtualChip()
    let watcher = try Watcher(chip, addresses: [.standard, elsewhere])
    chip.place(ultralight)
    #expect(try await watcher.arrival().owner == .own)
    #expect(try await watcher.carryOut(TagOrder.make()).outcome == "tag-written")
  }

  @Test(arguments: [
    (Type2Make.ntag213, 0x28 * 4, [UInt8(0x01)]), (.ntag213, 0x28 * 4, [0x08]), (.ntag215, 0x82 * 4, [0x01]),
    (.ntag216, 0xE2 * 4, [0x01]),
  ])
  func `a tag whose dynamic lock bits cover our message arrives as locked`(
    make: Type2Make, offset: Int, bytes: [UInt8]
  ) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(make).with(bytes, at: offset))
    #expect(try await watcher.arrival().access == .locked)
  }

  @Test func `foreign content is not changed, unless it may be replaced`() async throws {
    let foreign = try NDEFMessage([URIRecord("https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy").record]).bytes()
    let card = try Self.tag(carrying: foreign)
    #expect(try await Refusal.of(TagOrder.make(), on: card).outcome == "tag-foreign-content")
    #expect(try await Refusal.of(TagOrder.make(.erase), on: card).outcome == "tag-foreign-content")
    let bytes = try Self.tag(.ultralight).with(Array("bus ticket 4711".utf8), at: 32)
    #expect(try await Refusal.of(TagOrder.make(), on: bytes).outcome == "tag-foreign-content")
    let long = try Self.tag(.ntag216, carrying: Self.record(700))
    #expect(try await Refusal.of(TagOrder.make(), on: long).outcome == "tag-foreign-content")
    for action in [TagOrder.Action.write, .erase] {
      let chip = try VirtualChip()
      let watcher = try Watcher(chip)
      chip.place(card)
      #expect(try await watcher.arrival().owner == .foreign)
      let result = try await watcher.carryOut(TagOrder.make(action, overwrite: true))
      #expect(result.outcome == (action == .write ? "tag-written" : "tag-erased"))
      #expect(try chip.read() == (action == .write ? .code(Self.code) : nil))
    }
  }

  @Test func `our own content is replaced, whole or damaged`() async throws {
    var damaged = PseudoBarcode.message(for: Self.other)
    damaged[60] ^= 0xFF
    for message in [PseudoBarcode.message(for: Self.other), PseudoBarcode.addressOnly(for: Self.other), damaged] {
      let chip = try VirtualChip()
      let watcher = try Watcher(chip)
      chip.place(try Self.tag(carrying: message))
      #expect(try await watcher.arrival().owner == .own)
      #expect(try await watcher.carryOut(TagOrder.make()).outcome == "tag-written")
      #expect(try chip.read() == .code(Self.code))
    }
  }

  @Test func `a tag without room is refused with its size`() async throws {
    let order = try TagOrder.make(isShortAllowed: false)
    let result = try await Refusal.of(order, on: Self.tag(.ultralight))
    #expect(result.outcome == "tag-too-small" && result.capacity == 46)
    let long = try TagOrder.make(message: Self.record(138))
    #expect(try await Refusal.of(long, on: Self.tag()).outcome == "tag-too-small")
  }

  @Test func `two tags are refused, and the one left is written`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag())
    chip.place(try TagReaderTests.tag(uid: "04000000000001"))
    try await watcher.arrival(2)
    let before = (try chip.memory(), try chip.memory("04000000000001"))
    let result = try await watcher.carryOut(TagOrder.make())
    #expect(result.outcome == "two-tags" && result.detail?.hasPrefix("2 tags") == true)
    #expect(try chip.memory() == before.0 && chip.memory("04000000000001") == before.1)
    chip.remove(try #require(TagID("04000000000001")))
    try await watcher.departure()
    #expect(try await watcher.carryOut(TagOrder.make()).outcome == "tag-written")
  }

  @Test func `an order whose tag never comes leaves another untouched`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    let other = try TagReaderTests.tag(uid: "04000000000001", carrying: PseudoBarcode.message(for: Self.other))
    let waiting = try TagOrder.make(patience: .milliseconds(400), overwrite: true)
    watcher.order(waiting)
    chip.place(other)
    try await watcher.arrival()
    let result = try await watcher.result(of: waiting.id)
    #expect(result.outcome == "expired" && !result.isDone && result.hasBegun == false && result.writes == 0)
    try await chip.polls(20)
    #expect(try chip.memory("04000000000001") == other.eeprom.bytes)
    #expect(chip.writeCount == 0)
    // Too late, it is not written either.
    chip.remove(other.uid)
    try await watcher.departure()
    chip.place(try Self.tag())
    try await watcher.arrival(2)
    try await chip.polls(20)
    #expect(chip.writeCount == 0)
    #expect(watcher.results.count == 1)
  }

  @Test func `an order waits for its tag`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    let order = try TagOrder.make()
    watcher.order(order)
    // The same order sent twice is one order.
    watcher.order(order)
    try await chip.polls(20)
    #expect(watcher.results == [])
    chip.place(try Self.tag())
    #expect(try await watcher.result(of: order.id).outcome == "tag-written")
    try await chip.polls(20)
    #expect(watcher.results.count == 1)
  }

  @Test func `an order is withdrawn, and what is not known is not minded`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    let order = try TagOrder.make()
    watcher.order(order)
    watcher.cancel("no such order")
    watcher.cancel(order.id)
    #expect(try await watcher.result(of: order.id).outcome == "cancelled")
    chip.place(try Self.tag())
    try await watcher.arrival()
    try await chip.polls(20)
    #expect(chip.writeCount == 0)
    // At the end each waiting order gets its result.
    let last = try TagOrder.make(uid: "04000000000001")
    watcher.order(last)
    watcher.end()
    #expect(try await watcher.result(of: last.id).outcome == "cancelled")
  }

  // MARK: - Erasing

  @Test(arguments: [Type2Make.ntag213, .ntag215, .ultralight])
  func `an erased tag is as from the factory`(make: Type2Make) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    let message =
      make == .ultralight ? PseudoBarcode.addressOnly(for: Self.code) : PseudoBarcode.message(for: Self.code)
    chip.place(try Self.tag(make, carrying: message))
    try await watcher.arrival()
    let result = try await watcher.carryOut(TagOrder.make(.erase))
    #expect(result.outcome == "tag-erased" && result.isDone && result.hasBegun == true)
    let front: [UInt8] = make == .ntag213 ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : []
    let user = try chip.memory()[16..<make.userPages.upperBound * 4]
    #expect(user.starts(with: front + [0x03, 0x00, 0xFE]))
    #expect(user.dropFirst(front.count + 3).allSatisfy { $0 == 0 })
    let again = try await watcher.carryOut(TagOrder.make(.erase))
    #expect(again.outcome == "tag-erased" && again.writes == 0)
  }

  // MARK: - Wear

  /// Tests every page of a first write, with every type of wear.
  @Test(arguments: [PageWear.keeps, .garbles, .refuses])
  func `a worn page is never success, and never a wrong code`(wear: PageWear) async throws {
    for page in 5...23 {
      let chip = try VirtualChip()
      let watcher = try Watcher(chip)
      chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.other)))
      let sight = try await watcher.arrival()
      let old = try chip.memory()
      chip.wear(sight.uid, page: page, wear)
      let result = try await watcher.carryOut(TagOrder.make())
      if result.isDone {
        // The worn page did not need to change.
        #expect(result.outcome == "tag-written" && wear == .keeps || result.outcome == "tag-written")
        #expect(try chip.read() == .code(Self.code), "page \(page)")
        #expect(try chip.memory()[page * 4..<page * 4 + 4].elementsEqual(old[page * 4..<page * 4 + 4]))
      } else {
        #expect(result.outcome == "verify-failed" && result.hasBegun == true, "page \(page): \(result)")
        let read = try chip.read()
        #expect(
          read == nil || read == .code(Self.other) || read == .some(.badChecksum),
          "page \(page): \(String(describing: read))")
        if page > 5 { #expect(read == nil, "page \(page): \(String(describing: read))") }
      }
      // The tag can still be read.
      try await chip.polls(5)
      #expect(watcher.arrivals.count == 1)
    }
  }
}
