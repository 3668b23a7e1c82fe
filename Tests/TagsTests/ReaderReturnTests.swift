import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of a reader that was unplugged or silent for longer than it remembers its tags.
@Suite(.timeLimit(.minutes(10)))
struct ReaderReturnTests {
  private static let memory = Duration.milliseconds(150)

  /// Waits until the chip has been absent for longer than the reader remembers its tags.
  private static func outlast(_ watcher: Watcher) async throws {
    let forgotten = ContinuousClock.now + memory * 2
    try await eventually { .now >= forgotten && watcher.arrivals.count == watcher.departures.count }
  }

  /// Returns how often the reader was opened after the given number of states.
  private static func openings(_ watcher: Watcher, after count: Int) -> Int {
    watcher.states.dropFirst(count).filter { $0.kind == .opening }.count
  }

  @Test func `unplugged for long and plugged in again, it is opened once and reads`() async throws {
    var random = SeededRandom(seed: 20_261_122)
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let watcher = try Watcher(chip, memory: Self.memory)
    try await watcher.state(.ready)
    for round in 1...60 {
      let code = OwnCode(.copy, number: UInt64(round))
      let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: OwnCode(.copy, number: 0)))
      chip.place(card)
      try await watcher.arrival(round * 2 - 1)
      // In two of three rounds a write is in progress, or a command fails, when the reader is unplugged.
      if round % 3 == 0 { watcher.order(try TagOrder.make(code: code)) }
      if round % 3 == 1, let fault = ChipFault.allCases.randomElement(using: &random), fault != .statusBit7,
        fault != .emptyATS
      {
        chip.set(ChipTrouble(fault))
      }
      let count = watcher.events.count
      chip.unplug()
      try await watcher.state(.absent, after: count)
      try await Self.outlast(watcher)
      chip.clearTrouble()
      chip.remove(card.uid)
      let states = watcher.states.count
      try chip.plug()
      chip.place(try TagReaderTests.tag(carrying: PseudoBarcode.message(for: code)))
      #expect(try await watcher.arrival(round * 2).code == code)
      #expect(Self.openings(watcher, after: states) <= 1, "round \(round): \(watcher.states.dropFirst(states))")
      chip.remove(card.uid)
      try await watcher.departure(round * 2)
    }
  }

  @Test func `a chip that was silent for long is opened once and reads`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip, memory: Self.memory)
    for round in 1...5 {
      try await watcher.state(.ready)
      let count = watcher.events.count
      chip.setSilent(true)
      try await watcher.state(.stalled, after: count)
      try await Self.outlast(watcher)
      let code = OwnCode(.copy, number: UInt64(round))
      let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: code))
      chip.place(card)
      chip.setSilent(false)
      #expect(try await watcher.arrival(round).code == code)
      let ready = watcher.states.count
      chip.remove(card.uid)
      try await watcher.departure(round)
      // After it worked, it was not closed again.
      #expect(watcher.states.count == ready)
    }
  }
}
