import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

/// Every fault a chip can have, on every command that is sent to it.
@Suite(.timeLimit(.minutes(5)))
struct TagFaultTests {
  /// What libnfc sends while tags are looked for, read and written.
  private static let polling = ["InListPassiveTarget", "InCommunicateThru", "InDeselect", "RFConfiguration"]
  private static let opening = [
    "SAMConfiguration", "Diagnose", "GetFirmwareVersion", "SetParameters", "ReadRegister", "WriteRegister",
    "RFConfiguration", "InRelease", "PowerDown",
  ]
  /// These end the process that libnfc is in, which is why it has one of its own: `NFCProgramTests`.
  private static let deadly: Set<ChipFault> = [.statusBit7, .emptyATS]

  @Test func `after any fault of any command the next tap is read within a second`() async throws {
    let folder = try TemporaryFolder()
    var worst: [(Duration, String)] = []
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
        // A tap during which it strikes, or that comes right after.
        let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: TagReaderTests.code))
        let laid = ContinuousClock.now
        chip.place(card)
        arrivals += 1
        let (sight, at) = try await watcher.arrivalAndTime(arrivals)
        worst.append((at - laid, "\(fault.rawValue) on \(command)"))
        #expect(sight.code == TagReaderTests.code && sight.fault == nil, "\(fault) on \(command): \(sight)")
        chip.remove(card.uid)
        try await watcher.departure(arrivals)
        // Its going takes a command of its own: the field is switched off and on.
        if !chip.troubles.contains(trouble) { struck += 1 }
        chip.clearTrouble()
      }
    }
    worst.sort { $0.0 > $1.0 }
    print("\(worst.count) faults, \(struck) struck; slowest taps: \(worst.prefix(5))")
    #expect(struck >= 3 * 19)
    #expect(worst[0].0 <= .seconds(1), "\(worst[0])")
    #expect(watcher.arrivals.count == arrivals)
  }

  @Test func `after any fault while the reader is opened the tag on it is read all the same`() async throws {
    let folder = try TemporaryFolder()
    var worst: [(Duration, String)] = []
    var struck = 0
    for fault in ChipFault.allCases where !Self.deadly.contains(fault) {
      for command in Self.opening {
        guard let trouble = ChipTrouble(fault, commandNamed: command), fault.applies(to: try #require(trouble.command))
        else { continue }
        let chip = try VirtualChip(link: folder.path("tty"))
        chip.place(try TagReaderTests.tag(carrying: PseudoBarcode.message(for: TagReaderTests.code)))
        chip.set(trouble)
        let start = ContinuousClock.now
        let watcher = try Watcher(chip)
        let (sight, at) = try await watcher.arrivalAndTime(1)
        worst.append((at - start, "\(fault.rawValue) on \(command)"))
        #expect(sight.code == TagReaderTests.code && sight.fault == nil, "\(fault) on \(command): \(sight)")
        if !chip.troubles.contains(trouble) { struck += 1 }
      }
    }
    worst.sort { $0.0 > $1.0 }
    print("\(worst.count) faults at opening, \(struck) struck; slowest first taps: \(worst.prefix(5))")
    #expect(struck >= 6 * 19)
    // Opening itself takes a twentieth of a second.
    #expect(worst[0].0 <= .milliseconds(1500), "\(worst[0])")
  }

  @Test func `in the middle of a write any fault leaves the tag whole in the end`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    try await watcher.state(.ready)
    var slowest = (Duration.zero, "")
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
        let start = ContinuousClock.now
        let result = try await watcher.carryOut(TagOrder.make(code: code))
        if slowest.0 < .now - start { slowest = (.now - start, "\(fault.rawValue) on \(command) \(skipping)") }
        #expect(result.outcome == "tag-written", "\(fault) on \(command): \(result)")
        let memory = Array(try chip.memory().dropFirst(12))
        #expect(Type2Memory.find(in: memory) == .message(PseudoBarcode.message(for: code)), "\(fault) on \(command)")
        chip.clearTrouble()
        let count = watcher.departures.count
        chip.remove(card.uid)
        try await watcher.departure(count + 1)
      }
    }
    print("write through a fault, slowest: \(slowest)")
    #expect(slowest.0 < .seconds(4))
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

  @Test func `a chip that says nothing in the middle of a write gives the order back`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try TagReaderTests.tag())
    try await watcher.arrival()
    // The fifth write and all that follows.
    chip.set(ChipTrouble(.silent, commandNamed: "InDataExchange", skipping: 4, times: nil) ?? ChipTrouble(.silent))
    let order = try TagOrder.make()
    watcher.order(order)
    let result = try await watcher.result(of: order.id, within: .seconds(20))
    #expect(result.outcome == "reader-fault" && result.hasBegun == true, "\(result)")
    #expect(Type2Memory.find(in: Array(try chip.memory().dropFirst(12))) == .empty)
    chip.clearTrouble()
    let again = try TagOrder.make()
    watcher.order(again)
    #expect(try await watcher.result(of: again.id, within: .seconds(20)).outcome == "tag-written")
  }
}
