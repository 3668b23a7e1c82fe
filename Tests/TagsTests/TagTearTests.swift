import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of tags that are removed in the middle of a write, at every position and in every way.
@Suite(.timeLimit(.minutes(40)))
struct TagTearTests {
  private static let old = OwnCode(.copy, number: 0x0FED_CBA9_8765_4321)

  /// Returns tags with different content: empty, Deadwax content, content of another application.
  private static func cards() throws -> [(card: Type2Card, code: OwnCode?)] {
    let foreign = try NDEFMessage([URIRecord("https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy").record]).bytes()
    let message = PseudoBarcode.message(for: old)
    return [
      (try TagReaderTests.tag(), nil), (try TagReaderTests.tag(carrying: message), old),
      (try TagReaderTests.tag(carrying: foreign), nil), (try TagReaderTests.tag(.ntag215, carrying: message), old),
      (try TagReaderTests.tag(.ntag213).with(.init(repeating: 0, count: 12), at: 12), nil),
      (try TagReaderTests.tag(.ultralight, carrying: PseudoBarcode.addressOnly(for: old)), old),
    ]
  }

  @Test func `a thousand tags torn away at random are never read wrong, and are whole after the next tap`() async throws
  {
    var random = SeededRandom(seed: 20_261_120)
    let chip = try VirtualChip()
    let watcher = try Watcher(chip, pollPause: .milliseconds(1))
    let cards = try Self.cards()
    var finished = 0
    var wrong = 0
    var resent = 0
    for round in 1...1000 {
      let new = OwnCode(.copy, number: UInt64(round))
      let (card, code) = cards[round % cards.count]
      let moment = try #require(TornWrite.Moment.allCases.randomElement(using: &random))
      let before = watcher.arrivals.count
      chip.place(card)
      try await watcher.arrival(before + 1)
      // An order has 1 to about 22 writes; one that ends before its tear is not torn.
      let isSmall = card.make == .ultralight
      chip.set(
        TornWrite(write: .random(in: 1...(isSmall ? 9 : 20), using: &random), moment: moment, seed: random.next()))
      let order = try TagOrder.make(code: new, overwrite: true)
      watcher.order(order)
      let torn = await Self.torn(chip, or: watcher, order.id)
      chip.set(nil as TornWrite?)
      if torn {
        // The content that another program would read now.
        if let read = Self.read(chip), read != new, read != code { wrong += 1 }
        // Half of the tags return at once, half too late: then the host gets the result and sends the order again.
        if Bool.random(using: &random), round % 20 == 0 {
          let lost = try await watcher.result(of: order.id)
          #expect(lost.outcome == "tag-lost" && lost.hasBegun == true, "\(lost)")
          let count = watcher.arrivals.count
          chip.layAgain()
          try await watcher.arrival(count + 1)
          resent += 1
          let again = try TagOrder.make(code: new)
          watcher.order(again)
          let result = try await watcher.result(of: again.id)
          #expect(result.isDone, "\(result)")
        } else {
          chip.layAgain()
          let result = try await watcher.result(of: order.id)
          #expect(result.outcome == "tag-written" && result.hasBegun == true, "\(result)")
        }
      } else {
        let result = try await watcher.result(of: order.id)
        #expect(result.isDone, "\(result)")
      }
      if Self.read(chip) == new { finished += 1 }
      chip.remove(card.uid)
      try await eventually { watcher.departures.count == watcher.arrivals.count && watcher.arrivals.count > before }
    }
    print("1000 tears: \(wrong) wrong codes, \(finished) finished, \(resent) by a new order")
    #expect(wrong == 0)
    #expect(finished == 1000)
  }

  /// Waits until the tag was torn, or the order has ended.
  private static func torn(_ chip: VirtualChip, or watcher: Watcher, _ id: String) async -> Bool {
    while chip.torn.isEmpty {
      if watcher.results.contains(where: { $0.of == id }) { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  /// Returns the code that a reader would accept.
  private static func read(_ chip: VirtualChip) -> OwnCode? {
    guard let card = (chip.cards + chip.torn).first as? Type2Card,
      case .message(let message) = Type2Memory.find(in: Array(card.memory.dropFirst(12)))
    else { return nil }
    return switch PseudoBarcode.read(message) {
    case .code(let code), .address(let code): code
    default: nil
    }
  }

  @Test(arguments: TornWrite.Moment.allCases)
  func `torn in any write of sealing it can be finished with the passwords there are`(moment: TornWrite.Moment)
    async throws
  {
    let seal = try #require(TagOrder.Seal(password: [0x5D, 0x1C, 0x7B, 0x52], pack: [0x8E, 0x0A]))
    let second = try #require(TagOrder.Seal(password: [1, 2, 3, 4], pack: [5, 6]))
    var random = SeededRandom(seed: 20_261_121)
    var repeated = 0
    for write in 1...30 {
      let chip = try VirtualChip()
      let watcher = try Watcher(chip, pollPause: .milliseconds(1))
      chip.place(try TagReaderTests.tag())
      try await watcher.arrival()
      // Written and sealed, resealed, unsealed: one of the three is torn.
      chip.set(TornWrite(write: write, moment: moment, seed: random.next()))
      let orders: [() throws -> TagOrder] = [
        { try .make(seal: seal) }, { try .make(.seal, password: seal.password, seal: second) },
        { try .make(.seal, password: second.password) },
      ]
      for make in orders {
        let order = try make()
        watcher.order(order)
        if await Self.torn(chip, or: watcher, order.id) { chip.layAgain() }
        var result = try await watcher.result(of: order.id)
        // While other programs keep the machine busy, the reader itself can time out. Then the next order finishes the tag.
        for _ in 1...3 where result.outcome == "reader-fault" && result.detail?.contains("timed out") == true {
          repeated += 1
          let next = try make()
          watcher.order(next)
          result = try await watcher.result(of: next.id)
        }
        #expect(result.isDone, "write \(write): \(result)")
      }
      chip.set(nil as TornWrite?)
      #expect(Self.read(chip) == TagReaderTests.code)
      let memory = try chip.memory()
      #expect(memory[0x29 * 4 + 3] == 0xFF && memory[10] == 0 && memory[11] == 0)
    }
    // A tear that the same order could not finish would repeat at least one order for each write.
    #expect(repeated < 10, "\(repeated) of 90 orders were repeated")
  }
}
