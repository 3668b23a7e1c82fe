import Catalogue
import Deadwax
import Execution
import History
import Lending
import Log
import OfflineMerge
import OfflineStation
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of journals: entries are applied in order and once each, despite lost messages.
@Suite(.timeLimit(.minutes(10)))
struct JournalMergeTests {
  let shelf: CasesLibrary
  var bus: SimulatedOfflineStation

  init() throws {
    shelf = try CasesLibrary()
    bus = try SimulatedOfflineStation(shelf)
  }

  private mutating func lendFive() {
    for copy in [0, 1, 2, CasesLibrary.alone] { bus.note(.checkOut, shelf.code(copy), card: 0) }
    bus.note(.checkIn, shelf.code(0))
  }

  @Test mutating func `repeated entries have their first result, and nothing is done`() throws {
    lendFive()
    let first = try bus.report()
    #expect(first.next == 6 && first.verdicts.map(\.sequence) == [1, 2, 3, 4, 5])
    // Meanwhile another borrower has it.
    try shelf.lend(0, to: 1)
    let before = try shelf.database.read { try $0.dump(marks: true) }
    let scans = try shelf.count("scan")
    #expect(try bus.report() == first)
    #expect(try bus.report(2...3).verdicts == Array(first.verdicts[1...2]))
    #expect(try shelf.database.read { try $0.dump(marks: true) } == before && shelf.count("scan") == scans)
    #expect(try shelf.count("offline_entry") == 5)
  }

  @Test mutating func `a gap is refused, with what is expected, and nothing is taken`() throws {
    lendFive()
    #expect(throws: MergeError.gap(expected: 1)) { try bus.report(2...5) }
    #expect(try shelf.count("offline_journal") == 0 && shelf.count("loan") == 0 && shelf.count("scan") == 0)
    try bus.report(1...2)
    #expect(throws: MergeError.gap(expected: 3)) { try bus.report(4...5) }
    #expect(try shelf.count("offline_entry") == 2)
    #expect(try bus.report(2...5).next == 6)
    #expect(try shelf.offline.newest(of: bus.name) == (bus.journal, 6))
  }

  @Test mutating func `other content under a known sequence is refused, and what follows it is not done`() throws {
    lendFive()
    try bus.report(1...3)
    bus.change(2) { $0.code = shelf.code(CasesLibrary.alone).description }
    #expect(throws: MergeError.otherContent(sequence: 2)) { try bus.report() }
    #expect(try shelf.count("offline_entry") == 3)
    #expect(try bus.report(3...5).next == 6)
  }

  @Test mutating func `entries out of order are refused`() throws {
    #expect(throws: MergeError.notInOrder) { try report([]) }
    lendFive()
    let entries = bus.entries
    #expect(throws: MergeError.notInOrder) { try report([entries[0], entries[2]]) }
    #expect(throws: MergeError.notInOrder) { try report([entries[1], entries[0]]) }
    #expect(throws: MergeError.notInOrder) {
      try report(
        (1...201).map { number in
          var entry = entries[0]
          entry.sequence = Int64(number)
          return entry
        })
    }
    #expect(try shelf.count("offline_entry") == 0)
  }

  private func report(_ entries: [OfflineEntry]) throws -> OfflineService.Merged {
    let answer = Monitor<Result<OfflineService.Merged, any Error>?>(nil)
    shelf.offline.mergeJournal(entries, of: bus.journal, at: bus.name) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get()
  }

  @Test mutating func `a station whose disk was replaced begins another journal, and each station has its own`() throws
  {
    lendFive()
    try bus.report()
    var again = try SimulatedOfflineStation(shelf, journal: 2)
    again.note(.checkIn, shelf.code(1))
    #expect(try again.report().verdicts.map(\.code) == [.returned])
    #expect(try shelf.offline.newest(of: bus.name) == (again.journal, 2))
    // The old journal can still be continued. A journal of another station with the same name is separate.
    bus.note(.checkIn, shelf.code(2))
    #expect(try bus.report(6...6).next == 7)
    var other = try SimulatedOfflineStation(shelf, "van")
    other.note(.checkIn, shelf.code(CasesLibrary.alone))
    #expect(try other.report().verdicts.map(\.code) == [.returned])
    #expect(try shelf.offline.newest(of: #require(Station.Name("none"))) == (nil, 1))
    #expect(try shelf.count("offline_journal") == 3)
  }

  @Test mutating func `a scan whose answer alone was lost is not done twice`() throws {
    try shelf.order(.checkout, at: bus.name)
    try shelf.scan(shelf.places.cards[0], at: bus.name)
    try shelf.scan(shelf.code(0), at: bus.name)
    let scan = try #require(
      try shelf.database.read { try $0.scans(before: nil, station: nil, outcome: nil, limit: 1).first })
    #expect(scan.outcome.code == .checkedOut)
    let rows = try shelf.count("scan")
    bus.note(.checkOut, shelf.code(0), card: 0, id: scan.id)
    let verdict = try bus.last()
    #expect(verdict.state == .applied && verdict.code == .checkedOut && verdict.reasons.isEmpty)
    #expect(try shelf.count("loan") == 1 && shelf.count("scan") == rows)
    let view = try #require(try shelf.offline.list(isOpen: false, cursor: nil, limit: 1).items.first)
    #expect(view.item.scan == scan.id && view.copy?.id == shelf.places.copies[0].id)
  }

  @Test mutating func `a scan whose refusal was lost is decided as the station displayed it`() throws {
    try shelf.open(CasesLibrary.small, at: bus.name)
    try shelf.scan(shelf.code(1), at: bus.name)
    #expect(try shelf.scan(shelf.code(0), at: bus.name).code == .limit)
    let scan = try #require(
      try shelf.database.read { try $0.scans(before: nil, station: nil, outcome: nil, limit: 1).first })
    bus.note(.checkOut, shelf.code(0), card: CasesLibrary.small, id: scan.id)
    #expect(try bus.last().reasons == [.limit])
    #expect(try shelf.loans(0).first?.isOpen == true)
    // Both are in the history, under their own ids.
    #expect(try shelf.count("scan", where: "copy_id = '\(shelf.places.copies[0].id)' AND station = 'bus'") == 2)
    #expect(try bus.report().verdicts.count == 1 && shelf.count("loan") == 2)
  }

  @Test mutating func `an entry that cannot be stored stops the following ones, and is done when it is sent again`()
    throws
  {
    lendFive()
    let copy = shelf.places.copies[2].id
    try shelf.database.write { transaction in
      try transaction.run(
        """
        CREATE TRIGGER broken BEFORE INSERT ON loan WHEN NEW.copy_id = '\(copy)'
          BEGIN SELECT RAISE(ABORT, 'the disk is broken here'); END
        """)
    }
    #expect(throws: StorageError.self) { try bus.report() }
    #expect(try shelf.count("offline_entry") == 2 && shelf.count("loan") == 2)
    #expect(try shelf.count("scan", where: "station = 'bus'") == 2)
    #expect(try shelf.count("recording", where: "kind = 'offline'") == 2)
    #expect(try shelf.offline.newest(of: bus.name).next == 3)
    try shelf.database.write { try $0.run("DROP TRIGGER broken") }
    #expect(try bus.report().verdicts.map(\.state) == Array(repeating: .applied, count: 5))
    #expect(try shelf.count("offline_entry") == 5 && shelf.count("loan") == 4)
  }

  @Test mutating func `a hub that stopped between two entries continues with the next`() throws {
    lendFive()
    let first = try bus.report(1...2)
    shelf.database.close()
    let database = try Database(
      path: shelf.folder.path("deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    let service = OfflineService(
      ScanService(database: database, logger: .silent, published: {}), replicas: ReplicaCache(folder: shelf.folder.path)
    )
    let all = try bus.report(to: service)
    #expect(Array(all.verdicts.prefix(2)) == first.verdicts && all.next == 6)
    #expect(try database.read { try $0.first("SELECT count(*) FROM loan") { try $0.integer(0) } } == 4)
    #expect(try database.read { try $0.first("SELECT count(*) FROM offline_entry") { try $0.integer(0) } } == 5)
    database.close()
  }

  @Test mutating func `an offline transaction is undone like any change`() throws {
    try shelf.lend(0, to: 1)
    shelf.advance(.seconds(60))
    let before = try shelf.database.read { try $0.dump(marks: false) }
    bus.note(.checkOut, shelf.code(0), card: 0)
    #expect(try bus.last().reasons == [.onLoanElsewhere])
    let item = try #require(try shelf.offline.list(isOpen: true, cursor: nil, limit: 1).items.first)
    let change = try #require(item.change)
    _ = try shelf.undoing.undo(change.id, by: .staff("anna"))
    #expect(try shelf.database.read { try $0.dump(marks: false) } == before)
    // The station's own last change can be undone at the station, too.
    bus.note(.checkOut, shelf.code(1), card: 0)
    try bus.report(2...2)
    #expect(try shelf.order(.undo, at: bus.name).code == .undone)
    #expect(try shelf.loans(1).isEmpty)
  }

  @Test mutating func `open entries wait until staff have closed them`() throws {
    bus.note(.checkOut, "what is this", card: 0)
    bus.note(.checkOut, shelf.code(0), card: CasesLibrary.blocked)
    bus.note(.checkOut, shelf.code(1), card: 0)
    try bus.report()
    #expect(try shelf.database.read { try $0.openOfflineEntries() } == 2)
    let page = try shelf.offline.list(isOpen: true, cursor: nil, limit: 1)
    #expect(page.items.map(\.item.entry.sequence) == [2] && page.items[0].borrower?.shortName == "Don 3")
    let rest = try shelf.offline.list(isOpen: true, cursor: page.next, limit: 1)
    #expect(rest.items.map(\.item.entry.sequence) == [1] && rest.next == nil)
    let done = try shelf.offline.done(page.items[0].item.id, note: " Report him. ", by: "anna")
    #expect(done.item.note == "Report him." && done.item.doneBy == "anna" && !done.item.isOpen)
    #expect(done.item.doneAt == shelf.clock.withLock { $0 })
    #expect(throws: StaffError.isOver) { try shelf.offline.done(done.item.id, by: "anna") }
    #expect(throws: StaffError.noSuchEntry) { try shelf.offline.done(.absent, by: nil) }
    #expect(throws: StaffError.badCursor) { try shelf.offline.list(isOpen: true, cursor: "x", limit: 1) }
    let all = try shelf.offline.list(isOpen: false, cursor: nil, limit: 9).items
    #expect(all.map(\.item.entry.sequence) == [3, 2, 1])
    // Entries without an exception need no staff.
    #expect(throws: StaffError.isOver) { try shelf.offline.done(all[0].item.id, by: nil) }
    #expect(try shelf.offline.list(isOpen: true, cursor: nil, limit: 9).items.map(\.item.entry.sequence) == [1])
    #expect(try shelf.offline.list(isOpen: false, station: .hubStation, cursor: nil, limit: 9).items.isEmpty)
    let events = try shelf.database.read { reading in
      try reading.all("SELECT station || ' ' || payload FROM journal WHERE kind = 'offline-entry.changed' ORDER BY id")
      {
        try $0.text(0)
      }
    }
    #expect(
      events == [
        #"bus {"offline-entry.changed":{"open":true,"state":"needs-staff"}}"#,
        #"bus {"offline-entry.changed":{"open":true,"state":"applied-with-exception"}}"#,
        #"bus {"offline-entry.changed":{"open":false,"state":"applied"}}"#,
        #"bus {"offline-entry.changed":{"open":false,"state":"applied-with-exception"}}"#,
      ])
  }

  @Test mutating func `why it came to that is explained`() throws {
    let entry = bus.note(.checkOut, shelf.code(0), card: CasesLibrary.blocked)
    try bus.report()
    let story = try #require(try shelf.history.explain(entry.id, withNames: true))
    #expect(story.rule == Rule.offlineException.rawValue && story.change?.kind == .lend)
    #expect(story.input.codeClass == "own copy" && story.before == story.after)
    #expect(story.differences.contains { $0.table == .loan && $0.verb == "added" })
  }
}
