import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of every chip fault on every command.
@Suite(.timeLimit(.minutes(50)))
struct TagFaultTests {
  /// The commands that libnfc sends while it searches, reads and writes tags.
  private static let polling = ["InListPassiveTarget", "InCommunicateThru", "InDeselect", "RFConfiguration"]
  private static let opening = [
    "SAMConfiguration", "Diagnose", "GetFirmwareVersion", "SetParameters", "ReadRegister", "WriteRegister",
    "RFConfiguration", "InRelease", "PowerDown",
  ]
  /// These faults end the process of libnfc, which is why it has a process of its own: see `NFCProgramTests`.
  private static let deadly: Set<ChipFault> = [.statusBit7, .emptyATS]

  @Test func `after any fault of any command the next tap is read`() async throws {
    let folder = try TemporaryFolder()
    var taps = 0
    let chip = try VirtualChip(link: folder.path("tty"))
    let watcher = try Watcher(chip)
    try await watcher.state(.ready)
    var arrivals = 0
    var struck = 0
    for fault in ChipFault.allCases where !Self.deadly.contains(fault) {
      for command in Self.polling {
        guard let trouble = ChipTrouble(fault, commandNamed: command), fault.applies(to: try #require(trouble.command))
        else { continue }
        chip.set(trouble)
        // A tap during the fault, or immediately after it.
        let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: TagReaderTests.code))
        chip.place(card)
        arrivals += 1
        let sight = try await watcher.arrival(arrivals)
        taps += 1
        #expect(sight.code == TagReaderTests.code && sight.fault == nil, "\(fault) on \(command): \(sight)")
        chip.remove(card.uid)
        try await watcher.departure(arrivals)
        // A departure requires a command of its own: the field is switched off and on.
        if !chip.troubles.contains(trouble) { struck += 1 }
        chip.clearTrouble()
      }
    }
    print("\(taps) faults, \(struck) struck")
    #expect(struck >= 3 * 19)
    #expect(watcher.arrivals.count == arrivals)
  }

  @Test func `after any fault during opening, the tag on the reader is still read`() async throws {
    let folder = try TemporaryFolder()
    var taps = 0
    var struck = 0
    for fault in ChipFault.allCases where !Self.deadly.contains(fault) {
      for command in Self.opening {
        guard let trouble = ChipTrouble(fault, commandNamed: command), fault.applies(to: try #require(trouble.command))
        else { continue }
        let chip = try VirtualChip(link: folder.path("tty"))
        chip.place(try TagReaderTests.tag(carrying: PseudoBarcode.message(for: TagReaderTests.code)))
        chip.set(trouble)
        let watcher = try Watcher(chip)
        let sight = try await watcher.arrival()
        taps += 1
        #expect(sight.code == TagReaderTests.code && sight.fault == nil, "\(fault) on \(command): \(sight)")
        if !chip.troubles.contains(trouble) { struck += 1 }
      }
    }
    print("\(taps) faults at opening, \(struck) struck")
    #expect(struck >= 6 * 19)
  }

  @Test func `in the middle of a write any fault leaves the tag whole in the end`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    try await watcher.state(.ready)
    var number: UInt64 = 0
    var arrivals = 0
    for fault in ChipFault.allCases where !Self.deadly.contains(fault) {
      for (command, skipping) in [("InDataExchange", 0), ("InDataExchange", 9), ("InCommunicateThru", 2)] {
        guard let trouble = ChipTrouble(fault, commandNamed: command, skipping: skipping),
          fault.applies(to: try #require(trouble.command))
        else { continue }
        let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: OwnCode(.copy, number: 99)))
        chip.place(card)
        arrivals = watcher.arrivals.count
        try await watcher.arrival(arrivals + 1)
        chip.set(trouble)
        number += 1
        let code = OwnCode(.copy, number: number)
        let result = try await watcher.carryOut(TagOrder.make(code: code))
        #expect(result.outcome == "tag-written", "\(fault) on \(command): \(result)")
        let memory = Array(try chip.memory().dropFirst(12))
        #expect(Type2Memory.find(in: memory) == .message(PseudoBarcode.message(for: code)), "\(fault) on \(command)")
        chip.clearTrouble()
        let count = watcher.departures.count
        chip.remove(card.uid)
        try await watcher.departure(count + 1)
      }
    }
  }

  @Test func `a weak field takes longer, and nothing else`() async throws {
    for every in [2, 3, 5, 7] {
      let chip = try VirtualChip()
      let watcher = try Watcher(chip)
      chip.place(try TagReaderTests.tag())
      try await watcher.arrival()
      chip.setWeak(every: every)
      let result = try await watcher.carryOut(TagOrder.make())
      chip.setWeak(every: nil)
      if every > 2 { #expect(result.outcome == "tag-written", "every \(every): \(result)") }
      let memory = Array(try chip.memory().dropFirst(12))
      let found = Type2Memory.find(in: memory)
      #expect(
        found == (result.isDone ? .message(PseudoBarcode.message(for: TagReaderTests.code)) : .empty), "\(result)")
    }
  }

  @Test func `a chip that is silent in the middle of a write returns the order`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try TagReaderTests.tag())
    try await watcher.arrival()
    // The fifth write and all further ones.
    chip.set(ChipTrouble(.silent, commandNamed: "InDataExchange", skipping: 4, times: nil) ?? ChipTrouble(.silent))
    let order = try TagOrder.make()
    watcher.order(order)
    let result = try await watcher.result(of: order.id, within: .seconds(200))
    #expect(result.outcome == "reader-fault" && result.hasBegun == true, "\(result)")
    #expect(Type2Memory.find(in: Array(try chip.memory().dropFirst(12))) == .empty)
    chip.clearTrouble()
    let again = try TagOrder.make()
    watcher.order(again)
    #expect(try await watcher.result(of: again.id, within: .seconds(200)).outcome == "tag-written")
  }
}
