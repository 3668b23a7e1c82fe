internal import Deadwax
internal import Foundation
internal import NDEF
internal import ReaderProtocol
internal import VirtualChip

/// Benchmarks of the NFC reader. Each figure uses the real reader process and the real libnfc, on a virtual chip with
/// the timing of a real one.
enum TagBench {
  static func run() throws {
    print("tags: the real reader and libnfc, on a PN532 on a pseudo-terminal")
    let bench = try Workbench("tags")
    try taps(bench)
    try writes(bench)
    try weakField(bench)
    try tears(bench)
    try tornHeaders(bench)
    try faults(bench)
    try plugging(bench)
    try rest(bench)
  }

  static let uid = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6] as [UInt8]

  static func number() throws -> TagID {
    guard let number = TagID(.nfcA, uid) else { throw BenchFailure("seven bytes make a number") }
    return number
  }

  static func card(_ code: OwnCode?) throws -> Type2Card {
    let card = Type2Card(.ntag213, uid: try number())
    return code.map { card.carrying(PseudoBarcode.message(for: $0)) } ?? card
  }

  static func order(_ id: Int, _ code: OwnCode) throws -> TagOrder {
    TagOrder(
      id: "\(id)", action: .write, uid: try number(), message: PseudoBarcode.message(for: code),
      short: PseudoBarcode.addressOnly(for: code), patience: .seconds(60), overwrite: true)
  }

  /// Lays a tag down and waits until it has arrived. Returns the time that took, in milliseconds.
  static func tap(_ reader: ReaderProgram, _ chip: VirtualChip, _ card: Type2Card) throws -> Double {
    let count = reader.count
    let start = seconds()
    chip.place(card)
    return (try reader.arrival(after: count).at - start) * 1000
  }

  static func take(_ reader: ReaderProgram, _ chip: VirtualChip) throws {
    let count = reader.count
    chip.remove(try number())
    _ = try reader.departure(after: count)
  }

  /// Prints the 50th and 99th percentiles in milliseconds, and whether they meet their limits.
  static func report(_ name: String, _ times: [Double], half: Double, most: Double, _ more: String = "") {
    let sorted = times.sorted()
    let found = (Figure.percentile(sorted, 0.5), Figure.percentile(sorted, 0.99))
    let limits = half == most ? "\(Int(most)) ms" : "\(Int(half)) and \(Int(most)) ms"
    print(
      "  \(name) p50 \(Figure.milliseconds(found.0))  p99 \(Figure.milliseconds(found.1))   (limit: \(limits), "
        + "\(Figure.met(found.0 <= half && found.1 <= most)))\(more)")
  }

  // MARK: - Real timing

  /// Measures the times from laying a tag down to the message of its arrival, and from its removal to that of its
  /// departure.
  private static func taps(_ bench: Workbench) throws {
    for (make, name) in [(Type2Make.ntag213, "NTAG213   "), (.ntag216, "NTAG216   "), (.ultralight, "Ultralight")] {
      let chip = try VirtualChip(timing: .real)
      let reader = try ReaderProgram(bench, chip)
      var (taps, departures): ([Double], [Double]) = ([], [])
      for round in 0..<200 {
        let code = OwnCode(.copy, number: UInt64(round))
        let message =
          make == .ultralight ? PseudoBarcode.addressOnly(for: code) : PseudoBarcode.message(for: code)
        // The pause varies, so that a tag arrives at any moment of the polling cycle.
        usleep(UInt32.random(in: 0...70_000))
        taps.append(try tap(reader, chip, Type2Card(make, uid: try number()).carrying(message)))
        let start = seconds()
        let count = reader.count
        chip.remove(try number())
        departures.append((try reader.departure(after: count) - start) * 1000)
      }
      report("tap to arrival, \(name)       ", taps, half: 100, most: 200)
      if make == .ntag213 { report("removal to departure             ", departures, half: 400, most: 400) }
    }
  }

  private static func writes(_ bench: Workbench) throws {
    let chip = try VirtualChip(timing: .real)
    let reader = try ReaderProgram(bench, chip)
    var written: [Double] = []
    var equal: [Double] = []
    var commands = 0
    for round in 0..<30 {
      let text = try NDEFMessage([TextRecord(String(repeating: "x", count: 60 + round % 7)).record]).bytes()
      _ = try tap(reader, chip, card(nil).carrying(text))
      let code = OwnCode(.copy, number: .random(in: 0...UInt64.max))
      for (id, isFirst) in [(round * 2, true), (round * 2 + 1, false)] {
        let start = seconds()
        reader.order(try order(id, code))
        let (result, at) = try reader.result(of: "\(id)")
        guard result.outcome == (isFirst ? "tag-written" : "tag-unchanged") else { throw BenchFailure("\(result)") }
        guard isFirst || result.writes == 0 else { throw BenchFailure("an equal tag was written: \(result)") }
        if isFirst { commands = max(commands, result.writes ?? 0) }
        isFirst ? written.append((at - start) * 1000) : equal.append((at - start) * 1000)
      }
      try take(reader, chip)
    }
    report("order to verified write, 71 bytes", written, half: 450, most: 450, "; \(commands) pages")
    report("order to 'unchanged', 0 writes   ", equal, half: 100, most: 100)
  }

  // MARK: - Without delays

  private static func tears(_ bench: Workbench) throws {
    let chip = try VirtualChip()
    let reader = try ReaderProgram(bench, chip, ["--poll-ms", "1"])
    let old = OwnCode(.copy, number: 7)
    var (torn, wrong, finished) = (0, 0, 0)
    let start = seconds()
    for round in 0..<1000 {
      _ = try tap(reader, chip, card(round % 2 == 0 ? old : nil))
      let new = OwnCode(.copy, number: .random(in: 100...UInt64.max))
      let moment = TornWrite.Moment.allCases[round % TornWrite.Moment.allCases.count]
      chip.set(TornWrite(write: .random(in: 1...20), moment: moment, seed: .random(in: 0...UInt64.max)))
      reader.order(try order(round, new))
      while chip.torn.isEmpty, !reader.hasResult(of: "\(round)") { usleep(200) }
      chip.set(nil as TornWrite?)
      if !chip.torn.isEmpty {
        torn += 1
        if let read = code(on: chip), read != new, read != old { wrong += 1 }
        chip.layAgain()
      }
      if try reader.result(of: "\(round)").result.isDone, code(on: chip) == new { finished += 1 }
      chip.remove(try number())
      try reader.untilNothingLiesThere()
    }
    let time = seconds() - start
    print(
      "  1000 orders torn at random        \(torn) torn, \(wrong) wrong codes, \(finished) finished, "
        + "\(Int(1000 / time)) a second   (limit: 0 and 1000, \(Figure.met(wrong == 0 && finished == 1000)))")
  }

  /// Returns the code that a reader would accept now.
  static func code(on chip: VirtualChip) -> OwnCode? {
    guard let card = (chip.cards + chip.torn).first as? Type2Card,
      case .message(let message) = Type2Memory.find(in: Array(card.memory.dropFirst(12)))
    else { return nil }
    return switch PseudoBarcode.read(message) {
    case .code(let code), .address(let code): code
    default: nil
    }
  }

  private static let commands = ["InListPassiveTarget", "InCommunicateThru", "InDeselect", "RFConfiguration"]

  private static func faults(_ bench: Workbench) throws {
    var chip = try VirtualChip(timing: .real)
    var reader = try ReaderProgram(bench, chip)
    var slowest: [(fault: String, time: Double)] = []
    for fault in ChipFault.allCases {
      var most = 0.0
      for command in commands {
        guard let trouble = ChipTrouble(fault, commandNamed: command),
          ChipTrouble.code(of: command).map(fault.applies) ?? false
        else { continue }
        chip.set(trouble)
        let count = reader.count
        let start = seconds()
        chip.place(try card(OwnCode(.copy, number: 1)))
        // Some faults end the process. Then the next process reads the tag.
        while reader.isRunning, (try? reader.wait("arrived", after: count, within: .milliseconds(20), isArrival)) == nil
        {
          guard seconds() - start < 10 else { throw BenchFailure("\(fault) on \(command): no tap within 10 s") }
        }
        if reader.isRunning {
          most = max(most, (try reader.arrival(after: count).at - start) * 1000)
          try take(reader, chip)
        } else {
          reader = try ReaderProgram(bench, chip)
          most = max(most, (try reader.arrival(after: 0).at - start) * 1000)
          chip = try VirtualChip(timing: .real)
          reader = try ReaderProgram(bench, chip)
        }
        chip.clearTrouble()
      }
      slowest.append((fault.rawValue, most))
    }
    let worst = slowest.map(\.time).max() ?? 0
    print(
      "  fault to the next tap read        max \(Figure.milliseconds(worst))   (limit: 1000 ms, \(Figure.met(worst <= 1000)))"
    )
    for (fault, time) in slowest {
      print("    \(fault.padding(toLength: 32, withPad: " ", startingAt: 0))\(Figure.milliseconds(time))")
    }
  }

  private static func isArrival(_ message: ReaderMessage) -> Bool {
    if case .tag(let tag) = message { tag.event == .arrived } else { false }
  }

  private static func plugging(_ bench: Workbench) throws {
    let chip = try VirtualChip(link: bench.folder + "/tty", timing: .real)
    let reader = try ReaderProgram(bench, chip)
    var times: [Double] = []
    for _ in 0..<10 {
      let count = reader.count
      chip.unplug()
      _ = try reader.wait("absent", after: count) {
        if case .state(let state) = $0 { state.kind == .absent } else { false }
      }
      usleep(UInt32.random(in: 0...500_000))
      let start = seconds()
      try chip.plug()
      let ready = try reader.wait("ready", after: count) {
        if case .state(let state) = $0 { state.kind == .ready } else { false }
      }
      times.append((ready.at - start) * 1000)
    }
    report("plugged in to ready              ", times, half: 1500, most: 1500)
  }

  private static func rest(_ bench: Workbench) throws {
    let chip = try VirtualChip(timing: .real)
    let reader = try ReaderProgram(bench, chip)
    usleep(1_000_000)
    for name in ["nothing on it", "a tag on it  "] {
      let files = try reader.descriptors()
      let (processor, start) = (try reader.processorSeconds(), seconds())
      usleep(20_000_000)
      let share = (try reader.processorSeconds() - processor) / (seconds() - start) * 100
      let more = try reader.descriptors() - files
      print(
        "  at rest, \(name)           "
          + String(format: "%5.2f %% of a core, %d descriptors more in 20 s   (limit: 1 %% and 0, ", share, more)
          + "\(Figure.met(share <= 1 && more <= 0)))")
      if chip.cards.isEmpty { _ = try tap(reader, chip, card(OwnCode(.copy, number: 1))) }
    }
  }
}
