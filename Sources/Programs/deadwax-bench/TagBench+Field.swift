internal import Deadwax
internal import Foundation
internal import NDEF
internal import ReaderProtocol
internal import VirtualChip

/// Benchmarks of tags at the edge of the field.
extension TagBench {
  /// Measures writes while a percentage of the exchanges is lost, with a real chip's timing.
  static func weakField(_ bench: Workbench) throws {
    for percent in [10, 20, 30] {
      let chip = try VirtualChip(timing: .real)
      let reader = try ReaderProgram(bench, chip)
      var (times, ends): ([Double], [String: Int]) = ([], [:])
      for round in 0..<100 {
        _ = try tap(reader, chip, card(nil))
        chip.setWeak(.percent(percent, seed: UInt64(percent * 1000 + round)))
        let start = seconds()
        reader.order(try order(round, OwnCode(.copy, number: .random(in: 0...UInt64.max))))
        let (result, at) = try reader.result(of: "\(round)")
        ends[result.outcome ?? "nothing", default: 0] += 1
        if result.isDone { times.append((at - start) * 1000) }
        chip.setWeak(.none)
        try take(reader, chip)
      }
      let soon = times.count { $0 <= 3000 }
      let isMet = ends["verify-failed"] == nil && (percent > 10 || soon >= 95)
      let all = ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      print(
        "  \(percent) % of exchanges lost            \(soon) of 100 written within 3 s, p50 "
          + "\(Figure.milliseconds(Figure.percentile(times.sorted(), 0.5))); \(all)   "
          + "(limit: \(percent > 10 ? "" : "95 and ")0 verify-failed, \(Figure.met(isMet)))")
    }
  }

  /// Tears writes after the page with the length was erased, or between its bits. Then sends another order of any kind
  /// to a reader that does not know of the first.
  static func tornHeaders(_ bench: Workbench) throws {
    let (first, second) = (try VirtualChip(), try VirtualChip())
    let fast = ["--poll-ms", "1"]
    let (tearing, finishing) = (try ReaderProgram(bench, first, fast), try ReaderProgram(bench, second, fast))
    let old = OwnCode(.copy, number: 7)
    var (torn, wrong, finished, round) = (0, 0, 0, 0)
    while torn < 1000 {
      round += 1
      // Each tag has its own UID, because the first reader waits a second for the torn one.
      let uid = [0x04, 0xA1, 0xB2] + (0..<4).map { UInt8(truncatingIfNeeded: round >> ($0 * 8)) }
      guard let uid = TagID(.nfcA, uid) else { throw BenchFailure("seven bytes make a number") }
      let make = [Type2Make.ntag213, .ntag215, .ultralight][round % 3]
      var card = Type2Card(make, uid: uid)
      let isSmall = make == .ultralight
      if round % 4 != 0 {
        card = card.carrying(isSmall ? PseudoBarcode.addressOnly(for: old) : PseudoBarcode.message(for: old))
      }
      let (new, third) = (OwnCode(.copy, number: UInt64(round) + 100), OwnCode(.copy, number: UInt64(round) << 32))
      first.set(
        TornWrite(
          write: .random(in: 1...4), moment: round % 2 == 0 ? .erased : .bits, seed: .random(in: 0...UInt64.max)))
      let before = tearing.count
      first.place(card)
      _ = try tearing.arrival(after: before)
      tearing.order(try order(round, new, uid: uid, .write))
      while first.torn.isEmpty, !tearing.hasResult(of: "\(round)") { usleep(200) }
      first.set(nil as TornWrite?)
      guard let left = first.removeAll().first else { continue }
      torn += 1
      let count = finishing.count
      second.place(left)
      if let read = code(on: second), read != new, read != old { wrong += 1 }
      _ = try finishing.arrival(after: count)
      let isErasing = round % 5 == 0
      finishing.order(
        try order(round, round % 5 < 3 ? third : new, uid: uid, isErasing ? .erase : .write, overwrite: round % 5 == 1))
      let result = try finishing.result(of: "\(round)").result
      let expected = isErasing ? nil : round % 5 < 3 ? third : new
      if result.isDone, code(on: second) == expected { finished += 1 }
      second.removeAll()
      try finishing.untilNothingLiesThere()
    }
    print(
      "  1000 headers torn, then any order \(wrong) wrong codes, \(finished) finished   "
        + "(limit: 0 and 1000, \(Figure.met(wrong == 0 && finished == 1000)))")
  }

  private static func order(
    _ id: Int, _ code: OwnCode, uid: TagID, _ action: TagOrder.Action, overwrite: Bool = false
  ) throws -> TagOrder {
    let isWrite = action == .write
    return TagOrder(
      id: "\(id)", action: action, uid: uid, message: isWrite ? PseudoBarcode.message(for: code) : nil,
      short: isWrite ? PseudoBarcode.addressOnly(for: code) : nil, patience: .seconds(60), overwrite: overwrite)
  }
}
