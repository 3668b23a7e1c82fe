import Deadwax
import Foundation
import NDEF
import ReaderProtocol
import TestSupport
import Testing
import VirtualChip

/// Tests of orders for `deadwax-reader nfc`: a process with lines as input and output.
@Suite(.timeLimit(.minutes(20)))
struct NFCOrderProgramTests {
  private static let code = TagReaderTests.code

  private func start(_ chip: VirtualChip) async throws -> ChildProgram {
    let device = "pn532_uart:\(try #require(chip.path))"
    let program = try ChildProgram("deadwax-reader", ["nfc", "--device", device])
    try await program.line { if case .state(let state) = Self.message($0) { state.kind == .ready } else { false } }
    return program
  }

  private static func message(_ line: String) -> ReaderMessage? { try? ReaderLine.decodeReader(Array(line.utf8)) }

  private static func result(_ line: String, _ id: String) -> ReaderMessage.Result? {
    if case .result(let result) = message(line), result.of == id { result } else { nil }
  }

  private static func tags(_ program: ChildProgram) -> [ReaderMessage.TagSeen] {
    program.lines().compactMap { if case .tag(let tag) = message($0) { tag } else { nil } }
  }

  private func carryOut(_ order: TagOrder, _ program: ChildProgram) async throws -> ReaderMessage.Result {
    try program.write(ReaderLine.encode(.tag(order)))
    return try #require(Self.result(await program.line { Self.result($0, order.id) != nil }, order.id))
  }

  @Test func `an order is carried out, and reported in the protocol's words`() async throws {
    let chip = try VirtualChip()
    let program = try await start(chip)
    chip.place(try TagReaderTests.tag())
    try await eventually { Self.tags(program).count == 1 }
    let arrived = try #require(Self.tags(program).first)
    #expect(arrived.capacity == 137 && arrived.access == "writable" && arrived.content == "empty")
    let written = try await carryOut(TagOrder.make(), program)
    #expect(written.isDone && written.outcome == "tag-written" && written.hasBegun == true)
    #expect(written.form == "full" && written.kind == "NTAG213" && written.capacity == 137)
    #expect(written.writes ?? 0 > 10 && written.reads ?? 0 > 2 && written.milliseconds != nil)
    #expect(try await carryOut(TagOrder.make(), program).outcome == "tag-unchanged")
    // A waiting order is cancelled; an invalid line is skipped.
    let waiting = try TagOrder.make(uid: "04000000000001")
    try program.write(ReaderLine.encode(.tag(waiting)))
    try program.write("{\"type\":\"write\",\"id\":\"x\"}\n")
    try program.write(ReaderLine.encode(.cancel(waiting.id)))
    try await program.line { Self.result($0, waiting.id)?.outcome == "cancelled" }
    let erased = try await carryOut(TagOrder.make(.erase), program)
    #expect(erased.outcome == "tag-erased")
    // An order that still waits at the end gets its result too.
    let last = try TagOrder.make(uid: "04000000000001")
    try program.write(ReaderLine.encode(.tag(last)))
    program.closeInput()
    #expect(try await program.exit() == .code(0))
    #expect(program.lines().contains { Self.result($0, last.id)?.outcome == "cancelled" })
    // The tag was there all the time.
    #expect(Self.tags(program).count == 1)
    #expect(program.lines(on: .error).count == 1)
  }

  @Test func `signs of life go on while the largest tag is written to the brim`() async throws {
    let chip = try VirtualChip(timing: .real)
    let program = try await start(chip)
    chip.place(try TagReaderTests.tag(.ntag216))
    try await eventually { Self.tags(program).count == 1 }
    let text = String(repeating: "x", count: 868 - 7 - 3)
    let message = try NDEFMessage([TextRecord(text).record]).bytes()
    let order = try TagOrder.make(message: message)
    let before = program.lines().count
    try program.write(ReaderLine.encode(.tag(order)))
    try await eventually(within: .seconds(300)) { program.lines().contains { Self.result($0, order.id) != nil } }
    let lines = program.lines().dropFirst(before)
    let result = try #require(lines.compactMap { Self.result($0, order.id) }.first)
    #expect(result.outcome == "tag-written")
    // The host kills a reader that is silent for too long; this chip takes seconds for so many pages.
    #expect(lines.prefix { Self.result($0, order.id) == nil }.count >= 1)
    try await chip.polls(10)
    #expect(Self.tags(program).count == 1)
  }

  @Test func `killed in the middle of a write, the next process finishes it`() async throws {
    let chip = try VirtualChip(timing: .real)
    for number in 1...6 {
      let code = OwnCode(.copy, number: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
      let card = try TagReaderTests.tag(
        carrying: number == 1 ? nil : PseudoBarcode.message(for: OwnCode(.copy, number: 1)))
      let first = try await start(chip)
      chip.place(card)
      try await eventually { Self.tags(first).count == 1 }
      let order = try TagOrder.make(code: code)
      let before = chip.writeCount
      try first.write(ReaderLine.encode(.tag(order)))
      _ = await onLane("wait for writes") {
        chip.wait(atMost: .seconds(60)) { ($0.commandsOnAir["WRITE"] ?? 0) >= before + number }
      }
      first.signal(SIGKILL)
      #expect(try await first.exit() == .signal(SIGKILL))
      let memory = Array(try chip.memory().dropFirst(12))
      if case .message(let message) = Type2Memory.find(in: memory) {
        #expect(
          message == PseudoBarcode.message(for: code)
            || message == PseudoBarcode.message(for: OwnCode(.copy, number: 1)))
      }
      let second = try await start(chip)
      // The host stores the unfinished order and sends it again.
      let result = try await carryOut(order, second)
      #expect(result.isDone, "\(result)")
      #expect(
        Type2Memory.find(in: Array(try chip.memory().dropFirst(12))) == .message(PseudoBarcode.message(for: code)))
      second.closeInput()
      #expect(try await second.exit() == .code(0))
      chip.remove(card.uid)
    }
  }

  /// libnfc 1.8.0 aborts on a status byte with bit 7 set, and reads beyond its buffer when a card's answer to select is
  /// empty. Whether or not the process survives, the next tap is read, by it or by its successor.
  @Test(arguments: [
    (ChipFault.statusBit7, "InCommunicateThru"), (.statusBit7, "InDeselect"), (.statusBit7, "InRelease"),
    (.statusBit7, "PowerDown"), (.emptyATS, "InListPassiveTarget"),
  ])
  func `a fault that kills libnfc kills one process, and the next continues`(fault: ChipFault, command: String)
    async throws
  {
    let chip = try VirtualChip()
    let first = try await start(chip)
    chip.set(try #require(ChipTrouble(fault, commandNamed: command)))
    chip.place(try TagReaderTests.tag(carrying: PseudoBarcode.message(for: Self.code)))
    // Some of these commands are sent only at the end.
    try await eventually { chip.troubles.isEmpty || !Self.tags(first).isEmpty }
    first.closeInput()
    let end = try await first.exit()
    print("\(fault.rawValue) on \(command): \(end)")
    #expect(chip.troubles.isEmpty, "it did not strike")
    chip.clearTrouble()
    let second = try await start(chip)
    try await eventually(within: .seconds(100)) { Self.tags(second).first?.code == Self.code.description }
  }

  @Test func `killed by its chip in the middle of a write, the tag is finished by the next process`() async throws {
    let chip = try VirtualChip()
    let first = try await start(chip)
    let old = PseudoBarcode.message(for: OwnCode(.copy, number: 1))
    chip.place(try TagReaderTests.tag(carrying: old))
    try await eventually { Self.tags(first).count == 1 }
    let order = try TagOrder.make()
    chip.set(try #require(ChipTrouble(.statusBit7, commandNamed: "InDataExchange", skipping: 5)))
    try first.write(ReaderLine.encode(.tag(order)))
    let end = try await first.exit()
    #expect(end == .signal(SIGABRT), "\(end)")
    #expect(Type2Memory.find(in: Array(try chip.memory().dropFirst(12))) == .empty)
    chip.clearTrouble()
    let second = try await start(chip)
    #expect(try await carryOut(order, second).outcome == "tag-written")
  }
}
