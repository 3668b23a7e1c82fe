import Catalogue
import Deadwax
import Lending
import OfflineMerge
import OfflineStation
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Property tests of a merge: one station is offline with its journal while others work, and the records stay
/// consistent.
@Suite(.timeLimit(.minutes(10)), .serialized, .ownThread)
struct MergePropertyTests {
  @Test(arguments: [UInt64](51...54))
  func `every entry has one result, a copy is lent once, and a repetition changes nothing`(seed: UInt64) throws {
    let shelf = try CasesLibrary()
    var evening = try RandomEvening(shelf, seed: seed)
    // A random check-in must never be the first one on this shelf.
    try shelf.lend(0, to: 0)
    try shelf.recordReturn(0)
    var random = SeededRandom(seed: seed)
    var bus = try SimulatedOfflineStation(shelf)
    var verdicts: [MergeResult] = []
    for round in 0..<12 {
      let first = bus.entries.count + 1
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        bus.noteAnything(&random)
        for _ in 0..<3 { evening.step() }
      }
      evening.settle()
      verdicts += try report(&bus, from: first, &random)
      let before = try shelf.database.read { try $0.dump(marks: true) }
      let rows = try shelf.count("scan")
      #expect(try bus.report(first...bus.entries.count).verdicts == Array(verdicts[(first - 1)...]), "seed \(seed)")
      #expect(try shelf.database.read { try $0.dump(marks: true) } == before, "seed \(seed), round \(round)")
      #expect(try shelf.count("scan") == rows)
    }
    #expect(evening.faults.isEmpty, "seed \(seed): \(evening.faults.prefix(3))")
    try check(shelf, bus, verdicts, seed)
  }

  /// Sends the journal in pieces, some of them twice, like a network that loses responses.
  private func report(_ bus: inout SimulatedOfflineStation, from first: Int, _ random: inout SeededRandom) throws
    -> [MergeResult]
  {
    var verdicts: [MergeResult] = []
    var next = first
    while next <= bus.entries.count {
      let end = Int.random(in: next...bus.entries.count, using: &random)
      verdicts += try bus.report(next...end).verdicts
      next = Bool.random(using: &random) ? end + 1 : next + (end - next + 1) / 2
      verdicts.removeLast(end - next + 1)
    }
    return verdicts
  }

  private func check(_ shelf: CasesLibrary, _ bus: SimulatedOfflineStation, _ verdicts: [MergeResult], _ seed: UInt64)
    throws
  {
    let count = bus.entries.count
    #expect(verdicts.map(\.sequence) == (1...Int64(count)).map(\.self))
    #expect(
      try shelf.count("(SELECT copy_id FROM loan WHERE returned_at IS NULL GROUP BY copy_id HAVING count(*) > 1)") == 0)
    #expect(try shelf.count("offline_entry") == count && shelf.count("scan", where: "station = 'bus'") == count)
    #expect(try shelf.count("recording", where: "kind = 'offline'") == count)
    // An entry that was applied as a check-out has a loan, or was undone since. An entry left to staff changed no loan.
    #expect(
      try shelf.count(
        """
        offline_entry e JOIN change_row r ON r.change = e.change
        WHERE e.state = 'needs-staff' AND r.table_name <> 'inbox'
        """.replacing) == 0, "seed \(seed)")
    #expect(
      try shelf.count("offline_entry", where: "outcome = 'checked-out' AND state <> 'needs-staff' AND change IS NULL")
        == 0
    )
    // An act of access changes no record.
    let unrecorded = "kind <> 'access' AND (SELECT count(*) FROM recording r WHERE r.change = change.sequence) <> 1"
    #expect(try shelf.count("change", where: unrecorded) == 0)
    let states = Dictionary(grouping: verdicts, by: \.state).mapValues(\.count)
    #expect(states.count == 3, "seed \(seed): \(states)")
  }
}

extension String {
  /// The query as a table expression for `count`.
  fileprivate var replacing: String { "(SELECT 1 FROM \(self))" }
}
