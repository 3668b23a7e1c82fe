import Deadwax
import Foundation
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of a torn page with the message's length, either erased or with mixed bits. The next order is of a different
/// type, from a reader that does not know the first one.
@Suite(.timeLimit(.minutes(20)))
struct TornHeaderTests {
  private static let old = OwnCode(.copy, number: 0x0FED_CBA9_8765_4321)
  private static let moments = [TornWrite.Moment.erased, .bits]

  /// Returns tags with different content: empty, Deadwax content, or blank. The page of the length comes early in each
  /// order.
  private static func cards(_ uid: String) throws -> [Type2Card] {
    let message = PseudoBarcode.message(for: old)
    func tag(_ make: Type2Make, _ message: [UInt8]? = nil) throws -> Type2Card {
      try TagReaderTests.tag(make, uid: uid, carrying: message)
    }
    return [
      try tag(.ntag213, message), try tag(.ntag215, message),
      try tag(.ultralight, PseudoBarcode.addressOnly(for: old)), try tag(.ntag213), try tag(.ntag216, message),
      try tag(.ultralight), try tag(.ntag213).with(.init(repeating: 0, count: 12), at: 12),
    ]
  }

  /// Checks the memory from page 4 on after a completed order.
  private static func expect(
    _ chip: VirtualChip, _ uid: String, _ make: Type2Make, holds code: OwnCode?, _ what: String
  ) throws {
    let memory = try chip.memory(uid)
    let front: [UInt8] = make == .ntag213 && memory[16] == 0x01 ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : []
    let user = Array(memory[16..<make.userPages.upperBound * 4])
    guard user.starts(with: front) else {
      Issue.record("\(what): the blocks in front are \(user.prefix(8))")
      return
    }
    guard let code else {
      #expect(user.dropFirst(front.count).starts(with: [0x03, 0x00, 0xFE]), "\(what): \(user.prefix(12))")
      #expect(user.dropFirst(front.count + 3).allSatisfy { $0 == 0 }, "\(what): old bytes are left")
      return
    }
    #expect(Self.read(chip) == code, "\(what)")
    let container = memory[12..<16]
    #expect(container.elementsEqual([0xE1, 0x10, Self.size[make] ?? 0, 0x00]), "\(what): \(container)")
  }

  private static let size: [Type2Make: UInt8] = [.ultralight: 0x06, .ntag213: 0x12, .ntag215: 0x3E, .ntag216: 0x6D]

  /// Returns the code that a reader would accept now.
  private static func read(_ chip: VirtualChip) -> OwnCode? {
    guard let card = (chip.cards + chip.torn).first as? Type2Card,
      case .message(let message) = Type2Memory.find(in: Array(card.memory.dropFirst(12)))
    else { return nil }
    return switch PseudoBarcode.read(message) {
    case .code(let code), .address(let code): code
    default: nil
    }
  }

  /// Tests all tag types, the first writes of both types of orders, both types of tears, and then all types of orders.
  ///
  /// The tag is torn at one reader and finished at another, which has no more knowledge than a restarted one.
  @Test func `a thousand torn headers are all finished by the next order of any kind, and none is wrong`() async throws
  {
    var random = SeededRandom(seed: 20_261_122)
    let (tearing, finishing) = (try VirtualChip(), try VirtualChip())
    let first = try Watcher(tearing, pollPause: .milliseconds(1))
    let second = try Watcher(finishing, pollPause: .milliseconds(1))
    var (tears, round, wrong) = (0, 0, 0)
    while tears < 1000 {
      round += 1
      // A separate UID for each round: the first reader waits a second for the torn tag.
      let uid = String(format: "04A1B2%08X", round)
      let makes = try Self.cards(uid)
      let (card, torn) = (makes[round % makes.count], round / makes.count % 3 == 2 ? TagOrder.Action.erase : .write)
      let moment = try #require(Self.moments.randomElement(using: &random))
      let write = Int.random(in: 1...6, using: &random)
      tearing.set(TornWrite(write: write, moment: moment, seed: random.next()))
      let new = OwnCode(.copy, number: UInt64(round))
      let arrivals = first.arrivals.count
      tearing.place(card)
      try await first.arrival(arrivals + 1)
      let order = try TagOrder.make(torn, uid: uid, code: new)
      first.order(order)
      while tearing.torn.isEmpty, !first.results.contains(where: { $0.of == order.id }) {
        try await Task.sleep(for: .milliseconds(1))
      }
      tearing.set(nil as TornWrite?)
      guard let left = tearing.torn.first else {
        tearing.removeAll()
        continue
      }
      tears += 1
      tearing.removeAll()
      let what = "\(card.make) \(torn) torn in write \(write), \(moment)"
      let seen = second.arrivals.count
      finishing.place(left)
      if let read = Self.read(finishing), read != new, read != Self.old { wrong += 1 }
      let sight = try await second.arrival(seen + 1)
      // The hub decides by these facts whether it lets an order through.
      #expect(sight.owner != .foreign && sight.access == .writable, "\(what): \(sight)")
      #expect(sight.capacity ?? 0 >= 46, "\(what): \(sight)")
      let next = try Self.orders(
        .random(in: 0...3, using: &random), uid: uid, new: new, other: OwnCode(.copy, number: UInt64(round) << 32))
      let result = try await second.carryOut(next.order)
      #expect(result.isDone, "\(what), then \(next.order.action): \(result)")
      #expect(result.capacity.map { $0 >= 46 } ?? true, "\(what): \(result)")
      try Self.expect(finishing, uid, card.make, holds: next.code, "\(what), then \(next.order.action)")
      finishing.removeAll()
      try await second.departure(seen + 1)
    }
    print("\(tears) headers torn in \(round) orders, \(wrong) wrong codes")
    #expect(wrong == 0)
  }

  /// Returns the same order again, a different one, one that may overwrite, or an erase.
  private static func orders(
    _ kind: Int, uid: String, new: OwnCode, other: OwnCode
  ) throws -> (order: TagOrder, code: OwnCode?) {
    switch kind {
    case 0: (try .make(uid: uid, code: new), new)
    case 1: (try .make(uid: uid, code: other), other)
    case 2: (try .make(uid: uid, code: other, overwrite: true), other)
    default: (try .make(.erase, uid: uid), nil)
    }
  }

  @Test(arguments: moments)
  func `a foreign message that was torn with permission is finished by the same order`(
    moment: TornWrite.Moment
  ) async throws {
    var random = SeededRandom(seed: 20_261_124)
    let foreign = try NDEFMessage([URIRecord("https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy").record]).bytes()
    for make in [Type2Make.ntag213, .ntag215] {
      for write in 1...4 {
        let chip = try VirtualChip()
        chip.place(try TagReaderTests.tag(make, carrying: foreign))
        chip.set(TornWrite(write: write, moment: moment, seed: random.next()))
        let watcher = try Watcher(chip, pollPause: .milliseconds(1))
        try await watcher.arrival()
        let order = try TagOrder.make(overwrite: true)
        watcher.order(order)
        while chip.torn.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        watcher.end()
        chip.layAgain()
        let second = try Watcher(chip, pollPause: .milliseconds(1))
        try await second.arrival()
        let result = try await second.carryOut(TagOrder.make(overwrite: true))
        #expect(result.outcome == "tag-written", "\(make), write \(write): \(result)")
        try Self.expect(
          chip, TagReaderTests.uid, make, holds: TagReaderTests.code, "\(make), write \(write)")
      }
    }
  }
}
