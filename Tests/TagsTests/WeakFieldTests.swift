import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of a weak field with random losses: a tag at its edge must not count as worn.
@Suite(.timeLimit(.minutes(20)))
struct WeakFieldTests {
  /// The permitted results for a good tag in a weak field. Any other would get it discarded, or its order abandoned.
  private static let allowed: Set = ["tag-written", "tag-lost"]

  @Test(arguments: [10, 20, 30], [Type2Make.ntag213, .ultralight, .ntag216])
  func `a good tag in a weak field is written in the end, and never called worn or of the wrong kind`(
    percent: Int, make: Type2Make
  ) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    for round in 1...12 {
      let card = try TagReaderTests.tag(make)
      chip.place(card)
      try await watcher.arrival(round)
      chip.setWeak(.percent(percent, seed: UInt64(round * 1000 + percent)))
      let code = OwnCode(.copy, number: UInt64(round))
      let order = try TagOrder.make(code: code)
      watcher.order(order)
      var result = try await watcher.result(of: order.id, within: .seconds(60))
      #expect(Self.allowed.contains(result.outcome ?? ""), "round \(round): \(result)")
      chip.setWeak(.none)
      if result.outcome == "tag-lost" {
        result = try await watcher.carryOut(TagOrder.make(code: code))
      }
      #expect(result.isDone, "round \(round): \(result)")
      let memory = Array(try chip.memory().dropFirst(12))
      let message = make == .ultralight ? PseudoBarcode.addressOnly(for: code) : PseudoBarcode.message(for: code)
      #expect(Type2Memory.find(in: memory) == .message(message))
      chip.remove(card.uid)
      try await watcher.departure(round)
    }
  }

  @Test func `a sealed tag in a weak field is still opened with its password`() async throws {
    let seal = try #require(TagOrder.Seal(password: [0x5D, 0x1C, 0x7B, 0x52], pack: [0x8E, 0x0A]))
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    for round in 1...12 {
      let card = try TagReaderTests.tag()
      chip.place(card)
      try await watcher.arrival(round)
      #expect(try await watcher.carryOut(TagOrder.make(seal: seal)).outcome == "tag-written")
      chip.setWeak(.percent(20, seed: UInt64(round)))
      let order = try TagOrder.make(
        code: OwnCode(.copy, number: UInt64(round)), password: seal.password, seal: seal)
      watcher.order(order)
      let result = try await watcher.result(of: order.id, within: .seconds(60))
      #expect(Self.allowed.contains(result.outcome ?? ""), "round \(round): \(result)")
      chip.setWeak(.none)
      chip.remove(card.uid)
      try await watcher.departure(round)
    }
  }

  @Test func `a tag that acknowledges nothing in time is reported as badly held, and not as worn`()
    async throws
  {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try TagReaderTests.tag())
    let sight = try await watcher.arrival()
    // It can be read each time, but is too far away to be written.
    for page in 4...39 { chip.wear(sight.uid, page: page, .mute) }
    let order = try TagOrder.make(patience: .milliseconds(100))
    watcher.order(order)
    let result = try await watcher.result(of: order.id, within: .seconds(60))
    #expect(result.outcome == "tag-lost" && result.hasBegun == true, "\(result)")
    #expect(result.detail?.contains("middle") == true, "\(result)")
  }
}
