import Circulation
import Deadwax
import Desk
import Lanes
import Lending
import Log
import Storage
import TestSupport
import Testing

/// What fails around a desk: the disk, the clock, the readers, the hub itself.
@Suite(.timeLimit(.minutes(2)))
struct FaultRowsTests {
  /// Limits the database to what it has, as a disk does that is full.
  private func fill(_ shelf: Shelf) throws {
    try shelf.database.write { transaction in
      let pages = try transaction.first("PRAGMA page_count") { try $0.integer(0) } ?? 0
      _ = try transaction.first("PRAGMA max_page_count = \(pages)") { try $0.integer(0) }
    }
  }

  private func makeRoom(_ shelf: Shelf) throws {
    try shelf.database.write { transaction in
      _ = try transaction.first("PRAGMA max_page_count = 1073741823") { try $0.integer(0) }
    }
  }

  @Test func `a full disk keeps nothing, says so, and the scans come into the history as not saved`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    try fill(shelf)
    // What has room in the pages that are there is still kept.
    var kept = 0
    var lost = 0
    while lost < 3 && kept < 500 {
      do {
        try shelf.scan(shelf.code(kept % 2 == 0 ? 0 : 1))
        kept += 1
      } catch let error as StorageError {
        #expect(error.code == .full)
        lost += 1
      }
    }
    #expect(lost == 3)
    #expect(shelf.scans.spooled == 3)
    #expect(shelf.scans.fault?.kind == "database")
    #expect(try shelf.view().state.fault?.kind == "database")
    let before = try shelf.count("scan")
    let loans = try shelf.count("loan")
    try makeRoom(shelf)
    shelf.scans.tick(at: shelf.clock.withLock { $0 })
    try shelf.database.write { _ in }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 3)
    #expect(try shelf.count("scan") == before + 3)
    // Nothing is done afterwards that nobody waits for.
    #expect(try shelf.count("loan") == loans)
    #expect(shelf.scans.spooled == 0 && shelf.scans.fault == nil)
    #expect(try shelf.view().state.fault == nil)
    // Taken in once, however often it is tried.
    shelf.scans.tick(at: shelf.clock.withLock { $0 })
    try shelf.database.write { _ in }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 3)
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.firstDifference == nil)
  }

  @Test func `a database that cannot be written refuses, and nothing is lost of what was there`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    let before = try shelf.database.read { try $0.dump() }
    try shelf.database.write { try $0.run("PRAGMA query_only = ON") }
    #expect(throws: StorageError.self) { try shelf.scan(shelf.code(0)) }
    #expect(throws: StorageError.self) { try shelf.act(.end) }
    #expect(shelf.scans.spooled == 1 && shelf.scans.fault != nil)
    #expect(try shelf.database.read { try $0.dump() } == before)
    #expect(try shelf.count("scan", where: "outcome = 'checked-out'") == 0)
  }

  @Test func `a spool outlives the hub, and half a line in it spoils nothing`() throws {
    let shelf = try Shelf()
    try fill(shelf)
    var tries = 0
    while shelf.scans.spooled < 2, tries < 500 {
      tries += 1
      _ = try? shelf.scan(shelf.code(tries % 9))
    }
    try makeRoom(shelf)
    let path = shelf.folder.path("deadwax.spool")
    let again = ScanService(
      database: shelf.database, spool: path, logger: .silent, published: {})
    #expect(again.spooled == 2)
    again.tick(at: shelf.clock.withLock { $0 })
    try shelf.database.write { _ in }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 2)
  }

  @Test func `what fails in the middle leaves nothing of it`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    let before = try shelf.database.read { try $0.dump() }
    // The history takes no row: the loan before it must go too.
    try shelf.database.write {
      try $0.run("CREATE TRIGGER no_more BEFORE INSERT ON scan BEGIN SELECT RAISE(ABORT, 'no more'); END")
    }
    #expect(throws: StorageError.self) { try shelf.scan(shelf.code(0)) }
    #expect(try shelf.database.read { try $0.dump() } == before)
    try shelf.database.write { try $0.run("DROP TRIGGER no_more") }
    #expect(try shelf.scan(shelf.code(0)).code == .checkedOut)
  }

  @Test func `a clock that is not right is told with the loan`() throws {
    let shelf = try Shelf(isClockRight: { false })
    try shelf.open(0)
    let outcome = try shelf.scan(shelf.code(0))
    #expect(outcome.code == .checkedOut)
    let notes = try shelf.count("scan", where: "facts LIKE '%\"clock\"%'")
    #expect(outcome.facts.notes.contains(.clock) || notes > 0)
  }

  @Test func `a clock that is put back keeps the order, and no session open`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    shelf.advance(.seconds(-7200))
    try shelf.order(.return)
    // It came back before it went out; the loan does not end before it began.
    #expect([.returned, .returnedOverdue].contains(try shelf.scan(shelf.code(0)).code))
    #expect(try shelf.count("loan", where: "returned_at < opened_at") == 0)
    #expect(try shelf.count("scan a JOIN scan b ON b.sequence > a.sequence", where: "b.id = a.id") == 0)
    try shelf.order(.end)
    try shelf.open(1)
    shelf.advance(.seconds(-7200))
    shelf.advance(.seconds(91))
    try shelf.act(.timer)
    shelf.advance(.seconds(91))
    try shelf.act(.timer)
    #expect(try shelf.state().session == nil)
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.firstDifference == nil)
  }

  @Test func `a fault of the readers lies over the desk and goes without a trace`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    let before = try shelf.state()
    try shelf.act(.fault("readers"))
    #expect(try shelf.view().state.stageName == "fault")
    try shelf.act(.fault(nil))
    #expect(try shelf.state() == before)
  }

  @Test func `after a start the last three transactions of the desk are shown`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    for copy in 0..<3 { try shelf.scan(shelf.code(copy)) }
    try shelf.scan(shelf.code(Shelf.alone))
    try shelf.order(.end)
    let recent = try History(database: shelf.database).station(shelf.desk)?.recent ?? []
    #expect(recent.map(\.copy?.id) == [Shelf.alone, 2, 1].map { shelf.places.copies[$0].id })
    #expect(recent.allSatisfy { $0.change.kind == .lend && $0.release != nil })
  }

  @Test func `without the network everything is lent and returned, and what is unknown waits`() throws {
    let shelf = try Shelf()
    try shelf.order(.add)
    #expect(try shelf.scan("0724384960650", .ean13).code == .addedUnresolved)
    #expect(try shelf.count("lookup_job", where: "state = 'pending'") == 1)
    try shelf.open(0)
    #expect(try shelf.scan("0724384960650", .ean13).code == .checkedOut)
  }
}
