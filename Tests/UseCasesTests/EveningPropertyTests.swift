import Catalogue
import Deadwax
import History
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Property tests of invariants over random events at the stations, on a real database.
@Suite(.timeLimit(.minutes(15)), .serialized, .ownThread)
struct EveningPropertyTests {
  /// Ten evenings of 10,000 steps each: 10⁵ steps in a whole run.
  @Test(arguments: [UInt64](1...10))
  func `after any events a copy is lent once, a scan has one outcome, and no borrower data remains`(
    seed: UInt64
  ) throws {
    let began = ContinuousClock.now
    let shelf = try CasesLibrary()
    var evening = try RandomEvening(shelf, seed: seed)
    var undone = 0
    let steps = CaseBudget.cases(of: 10_000)
    for _ in 0..<steps / 500 {
      for _ in 0..<5 {
        for _ in 0..<100 { evening.step() }
        evening.settle()
        if try undoNewest(shelf, seed) { undone += 1 }
      }
      try check(shelf, evening)
    }
    #expect(evening.faults.isEmpty, "seed \(seed): \(evening.faults.prefix(3))")
    try endAll(shelf, evening)
    try expectNoBorrower(shelf, seed)
    let played = ContinuousClock.now
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.firstDifference == nil, "seed \(seed)")
    #expect(
      report.events > steps / 2 && undone > steps / 500, "seed \(seed): \(report.events) events, \(undone) undone")
    print(
      "seed \(seed): \(steps) steps, \(evening.scans) scans, \(undone) undone in \(played - began);",
      "\(report.events) events, \(report.states) states, \(report.outcomes) outcomes and \(report.rows) rows replayed in",
      "\(ContinuousClock.now - played)")
  }

  /// Undoes the newest change if possible, and compares every row that it had changed.
  private func undoNewest(_ shelf: CasesLibrary, _ seed: UInt64) throws -> Bool {
    guard let change = try shelf.database.read({ try $0.changes(limit: 1).first }), change.kind != .undo else {
      return false
    }
    let rows = try shelf.database.read { try $0.rows(of: change) }
    guard (try? shelf.undoing.undo(change.id, by: .staff(nil))) != nil else { return false }
    for row in rows {
      let now = try shelf.database.read { try $0.ledgerRow(row.table, row.row) }
      #expect(try unmarked(now) == unmarked(row.before), "seed \(seed), \(change.kind)")
    }
    return true
  }

  private func check(_ shelf: CasesLibrary, _ evening: RandomEvening) throws {
    #expect(
      try shelf.count("(SELECT copy_id FROM loan WHERE returned_at IS NULL GROUP BY copy_id HAVING count(*) > 1)") == 0)
    #expect(
      try shelf.count("(SELECT slot_id FROM copy WHERE slot_is_single = 1 GROUP BY slot_id HAVING count(*) > 1)") == 0)
    #expect(try shelf.count("scan") == evening.scans)
    #expect(try shelf.count("recording", where: "scan_id IS NOT NULL AND kind = 'reading'") == evening.scans)
    // No copy came into a disabled slot, except back into it by an undo.
    let entered = """
      r.table_name = 'copy' AND r.after ->> 'slot_id' IS NOT NULL AND r.after ->> 'slot_id' IS NOT r.before ->> 'slot_id'
        AND c.kind <> 'undo' AND (
          SELECT s.after ->> 'disabled_reason' FROM change_row s WHERE s.table_name = 'slot'
            AND s.row_id = r.after ->> 'slot_id' AND s.change < r.change ORDER BY s.change DESC LIMIT 1) IS NOT NULL
      """
    #expect(try shelf.count("change_row r JOIN change c ON c.sequence = r.change", where: entered) == 0)
    // A timer has no effect.
    #expect(try shelf.count("recording", where: "kind = 'timer' AND change IS NOT NULL") == 0)
    // At most, it reports that no answer was given.
    let other = "kind = 'timer' AND outcome IS NOT NULL AND json_extract(outcome, '$.code') <> 'choice-expired'"
    #expect(try shelf.count("recording", where: other) == 0)
    // Every change appears once in the recording, except an act of access, which changes no record.
    let unrecorded = "kind <> 'access' AND (SELECT count(*) FROM recording r WHERE r.change = change.sequence) <> 1"
    #expect(try shelf.count("change", where: unrecorded) == 0)
    #expect(try shelf.count("change_row", where: "change IN (SELECT sequence FROM change WHERE kind = 'access')") == 0)
    // Every open session has an open session row, and there are no other open rows.
    #expect(
      try shelf.count("session", where: "ended_at IS NULL") == shelf.count("station", where: "borrower_id IS NOT NULL"))
  }

  private func endAll(_ shelf: CasesLibrary, _ evening: RandomEvening) throws {
    for station in evening.stations {
      try shelf.act(.fault(nil), at: station)
      try shelf.act(.end, at: station)
    }
  }

  /// Checks that after the end no name and no card remains in any readable place.
  private func expectNoBorrower(_ shelf: CasesLibrary, _ seed: UInt64) throws {
    let secrets =
      shelf.places.borrowers.flatMap { [$0.name, $0.shortName, $0.email ?? "nobody"] } + shelf.places.cards
      + shelf.places.cards.map { String($0.suffix(14)) }
    var reported = shelf.lines.withLock { $0 }
    reported += try shelf.database.read { reading in
      try reading.all("SELECT coalesce(subject, '') || ' ' || payload FROM journal") { try $0.text(0) }
        + reading.all("SELECT state FROM station") { try $0.text(0) }
        + reading.all("SELECT coalesce(facts, '') || coalesce(choices, '') FROM scan") { try $0.text(0) }
        + reading.all("SELECT coalesce(outcome, '') || coalesce(candidates, '') || coalesce(after, '') FROM recording")
      {
        try $0.text(0)
      }
    }
    let cards = [CasesLibrary.tagCard, CasesLibrary.tagCardBackwards]
    let heard = try shelf.database.read { reading in
      try reading.all("SELECT coalesce(subject, '') || ' ' || payload FROM journal") { try $0.text(0) }
    }
    for card in cards {
      #expect(
        !(heard + shelf.lines.withLock { $0 }).contains { $0.contains(card) }, "seed \(seed): a card that is a tag")
    }
    for secret in secrets {
      #expect(!reported.contains { $0.contains(secret) }, "seed \(seed): \(secret)")
    }
    for view in try shelf.history.stations() { #expect(view.session == nil && view.state.session == nil) }
    // The view of a scan marks which of them were cards.
    var views: [ScanView] = []
    _ = try shelf.history.scanRows(station: nil, outcome: nil, cursor: nil, limit: 200) { view in
      views.append(view)
      return []
    }
    #expect(views.count == 200)
    for view in views {
      let text = view.scan.reading.text
      // The mode Bind has made a card of any text.
      let bound = "borrower_id IS NOT NULL AND value = '\(text.replacing("'", with: "''"))'"
      let isKnown = try (shelf.places.cards + cards).contains(text) || shelf.count("code", where: bound) > 0
      #expect(view.isCard == isKnown, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [UInt64](11...14))
  func `an undo restores every row`(seed: UInt64) throws {
    let shelf = try CasesLibrary()
    var evening = try RandomEvening(shelf, seed: seed)
    var undone = 0
    for _ in 0..<120 {
      for _ in 0..<10 { evening.step() }
      evening.settle()
      if try undoNewest(shelf, seed) { undone += 1 }
    }
    #expect(undone > 40, "seed \(seed)")
  }

  /// Returns a row without the columns that count its changes.
  private func unmarked(_ json: String?) throws -> String? {
    guard let json else { return nil }
    let shelf = try ColumnJSON.read([String: AnyCell].self, json).filter {
      !["version", "modified_at"].contains($0.key)
    }
    return shelf.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }.joined(separator: ",")
  }

  private struct AnyCell: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        text = "nil"
      } else if let string = try? container.decode(String.self) {
        text = string
      } else if let number = try? container.decode(Int64.self) {
        text = "\(number)"
      } else {
        text = "\(try container.decode([[String: AnyCell]].self).count)"
      }
    }
  }
}
