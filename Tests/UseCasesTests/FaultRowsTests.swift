import Deadwax
import Execution
import Foundation
import History
import Lending
import Log
import Scanning
import StationLogic
import TestSupport
import Testing
import Threads

@testable import Storage

/// Tests of faults around a station: the disk, the clock, the readers, the hub itself.
@Suite(.timeLimit(.minutes(10)))
struct FaultRowsTests {
  /// Limits the database to its current size, like a full disk.
  private func fill(_ shelf: CasesLibrary) throws { try shelf.database.write { try Self.limit($0, true) } }

  private func makeRoom(_ shelf: CasesLibrary) throws { try shelf.database.write { try Self.limit($0, false) } }

  private static func limit(_ transaction: WriteTransaction, _ isFull: Bool) throws {
    let pages = isFull ? try transaction.first("PRAGMA page_count") { try $0.integer(0) } ?? 0 : 1_073_741_823
    _ = try transaction.first("PRAGMA max_page_count = \(pages)") { try $0.integer(0) }
  }

  @Test func `a full disk stores nothing, this is reported, and the history has the scans as not saved`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    try fill(shelf)
    // Data that fits into the existing pages is still stored.
    var stored = 0
    var lost = 0
    while lost < 3 && stored < 500 {
      do {
        try shelf.scan(shelf.code(stored % 2 == 0 ? 0 : 1))
        stored += 1
      } catch let error as StorageError {
        #expect(error.kind == .full)
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
    // An abandoned scan has no later effect.
    #expect(try shelf.count("loan") == loans)
    #expect(shelf.scans.spooled == 0 && shelf.scans.fault == nil)
    #expect(try shelf.view().state.fault == nil)
    // The spooled scans are stored once, despite repeated attempts.
    shelf.scans.tick(at: shelf.clock.withLock { $0 })
    try shelf.database.write { _ in }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 3)
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.firstDifference == nil)
  }

  @Test func `a database that cannot be written refuses, and nothing is lost of what was there`() throws {
    let shelf = try CasesLibrary()
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
    let shelf = try CasesLibrary()
    try fill(shelf)
    var tries = 0
    while shelf.scans.spooled < 2, tries < 500 {
      tries += 1
      _ = try? shelf.scan(shelf.code(tries % 9))
    }
    try makeRoom(shelf)
    let path = shelf.folder.path("deadwax.spool")
    // The power failed in the middle of a third line.
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    let whole = try #require(try file.readToEnd())
    try file.write(contentsOf: whole.prefix(40))
    try file.close()
    let lines = Locked<[String]>([])
    let again = ScanService(
      database: shelf.database, spool: path,
      logger: Logger(part: "test", threshold: .info) { _, line in lines.withLock { $0.append(line) } }, published: {})
    #expect(again.spooled == 3)
    for _ in 0..<3 {
      again.tick(at: shelf.clock.withLock { $0 })
      try shelf.database.write { _ in }
    }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 2)
    #expect(again.spooled == 0)
    #expect(lines.withLock { $0.count { $0.contains("moved 1 line of the spool") } } == 1)
    #expect(FileManager.default.contents(atPath: path + ".unreadable")?.count == 41)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `another program's lock is reported as not saved, and ends by itself`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    let other = try DatabaseConnection(path: shelf.folder.path("deadwax.sqlite"), access: .writing)
    try other.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: StorageError.self) { try shelf.scan(shelf.code(0)) }
    #expect(error?.stationFault == "locked")
    // A caller behind it need not wait for the same lock again.
    #expect(throws: StorageError.self) { try shelf.scan(shelf.code(1)) }
    let fault = try shelf.view().state.fault
    #expect(fault?.kind == "database" && fault?.reason == "locked" && fault?.scans == 2)
    #expect(shelf.notices.withLock { $0.map { $0.fault?.scans } } == [1, 2])
    #expect(shelf.scans.spooled == 2)
    try other.execute("COMMIT")
    shelf.scans.tick(at: shelf.clock.withLock { $0 })
    try shelf.database.write { _ in }
    #expect(try shelf.view().state.fault == nil && shelf.scans.spooled == 0)
    #expect(shelf.notices.withLock { $0.last?.fault == nil && $0.count == 3 })
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 2)
    #expect(try shelf.scan(shelf.code(0)).code == .checkedOut)
    #expect(try shelf.recording.replay(from: Timestamp(milliseconds: 0)).firstDifference == nil)
  }

  @Test
  func `scans beyond the queue are spooled and reported, and the fault lasts until one has waited behind them all`()
    throws
  {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    let (held, goOn) = (Latch(), Latch())
    defer { goOn.raise() }
    shelf.database.submit({ _ in
      held.raise()
      goOn.wait()
    }) { _ in }
    held.wait()
    let isFull = Locked(false)
    while !isFull.withLock({ $0 }) {
      shelf.database.submit({ _ in }) { result in
        if case .failure = result { isFull.withLock { $0 = true } }
      }
    }
    #expect(throws: StorageError.self) { try shelf.scan(shelf.code(0)) }
    #expect(try shelf.view().state.fault?.reason == "overloaded")
    #expect(shelf.scans.spooled == 1)
    goOn.raise()
    // While the queue is full it accepts no other write either.
    while (try? shelf.database.write { _ in }) == nil {}
    #expect(try shelf.scan(shelf.code(1)).code == .checkedOut)
    #expect(shelf.scans.fault != nil)
    shelf.scans.tick(at: shelf.clock.withLock { $0 })
    try shelf.database.write { _ in }
    #expect(shelf.scans.fault == nil && shelf.scans.spooled == 0)
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 1)
  }

  @Test func `a scan that is sent again after it was not stored is done, and once`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    let now = shelf.clock.withLock { $0 }
    let reading = Reading(id: .new(at: now), at: now, symbology: .typed, text: shelf.code(0).description)
    let other = try DatabaseConnection(path: shelf.folder.path("deadwax.sqlite"), access: .writing)
    try other.execute("BEGIN EXCLUSIVE")
    for _ in 0..<2 { #expect(throws: StorageError.self) { try shelf.send(reading) } }
    try other.execute("COMMIT")
    // The scan is repeated before the spool is stored: it was carried out after all.
    #expect(try shelf.send(reading).view.scan.outcome.code == .checkedOut)
    shelf.scans.tick(at: now)
    try shelf.database.write { _ in }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 0 && shelf.scans.spooled == 0)
    // And after it.
    let second = Reading(id: .new(at: now), at: now, symbology: .typed, text: shelf.code(1).description)
    try other.execute("BEGIN EXCLUSIVE")
    for _ in 0..<2 { #expect(throws: StorageError.self) { try shelf.send(second) } }
    try other.execute("COMMIT")
    shelf.scans.tick(at: now)
    try shelf.database.write { _ in }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 1)
    let done = try shelf.send(second)
    #expect(done.view.scan.outcome.code == .checkedOut && !done.isRepeat)
    #expect(try shelf.send(second).isRepeat)
    #expect(try shelf.count("loan") == 2)
    #expect(try shelf.recording.replay(from: Timestamp(milliseconds: 0)).firstDifference == nil)
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func `while the database comes and goes, every scan is in the history once`(seed: UInt64) throws {
    let shelf = try CasesLibrary()
    var random = SeededRandom(seed: seed)
    let before = try shelf.count("scan")
    let answers = Monitor((stored: 0, lost: 0))
    let isOver = Latch()
    let ticking = DedicatedThread("ticks") {
      while !isOver.wait(atMost: .milliseconds(1)) { shelf.scans.tick(at: .now()) }
    }
    let total = 250
    for number in 0..<total {
      if Int.random(in: 0..<12, using: &random) == 0 {
        let isFull = Bool.random(using: &random)
        shelf.database.submit({ try Self.limit($0, isFull) }) { _ in }
      }
      let now = Timestamp.now()
      let text = "\(number) " + String(repeating: "x", count: 400)
      let reading = Reading(id: .new(at: now), at: now, symbology: .typed, text: text)
      shelf.scans.accept(reading, station: .hubStation, reader: "camera") { result in
        answers.update { if case .success = result { $0.stored += 1 } else { $0.lost += 1 } }
      }
      if Int.random(in: 0..<20, using: &random) == 0 { try? shelf.database.write { _ in } }
    }
    answers.wait { $0.stored + $0.lost == total ? () : nil }
    try makeRoom(shelf)
    isOver.raise()
    ticking.join()
    while shelf.scans.spooled > 0 {
      shelf.scans.tick(at: .now())
      try shelf.database.write { _ in }
    }
    let (stored, lost) = answers.read { $0 }
    #expect(lost > 10 && stored > 10, "seed \(seed)")
    #expect(try shelf.count("scan") == before + total, "seed \(seed)")
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == lost, "seed \(seed)")
  }

  @Test func `a line that cannot be stored is moved aside and delays no other`() throws {
    let shelf = try CasesLibrary()
    try fill(shelf)
    var lost: [String] = []
    for number in 0..<500 where lost.count < 5 {
      let text = "\(number) " + String(repeating: "x", count: 400)
      do { try shelf.scan(text, reader: "camera") } catch { lost.append(text) }
    }
    try makeRoom(shelf)
    let third = try #require(lost.dropFirst(2).first)
    try shelf.database.write {
      try $0.run(
        "CREATE TRIGGER not_third BEFORE INSERT ON scan WHEN NEW.text = '\(third)' BEGIN SELECT RAISE(ABORT, 'no'); END"
      )
    }
    while shelf.scans.spooled > 0 {
      shelf.scans.tick(at: .now())
      try shelf.database.write { _ in }
    }
    #expect(try shelf.count("scan", where: "outcome = 'not-saved'") == 4)
    let aside = try String(contentsOfFile: shelf.folder.path("deadwax.spool.unreadable"), encoding: .utf8)
    #expect(aside.contains(third) && aside.split(separator: "\n").count == 1)
  }

  @Test func `a failure in the middle leaves no trace`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    let before = try shelf.database.read { try $0.dump() }
    // The history accepts no row: the loan in the same transaction must be rolled back too.
    try shelf.database.write {
      try $0.run("CREATE TRIGGER no_more BEFORE INSERT ON scan BEGIN SELECT RAISE(ABORT, 'no more'); END")
    }
    #expect(throws: StorageError.self) { try shelf.scan(shelf.code(0)) }
    #expect(try shelf.database.read { try $0.dump() } == before)
    try shelf.database.write { try $0.run("DROP TRIGGER no_more") }
    #expect(try shelf.scan(shelf.code(0)).code == .checkedOut)
  }

  @Test func `an untrusted clock is noted with the loan`() throws {
    let shelf = try CasesLibrary(isClockRight: { false })
    try shelf.open(0)
    let outcome = try shelf.scan(shelf.code(0))
    #expect(outcome.code == .checkedOut)
    let notes = try shelf.count("scan", where: "facts LIKE '%\"clock\"%'")
    #expect(outcome.facts.notes.contains(.clock) || notes > 0)
  }

  @Test func `a clock that is put back keeps the order, and no session open`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    shelf.advance(.seconds(-7200))
    try shelf.order(.return)
    // By the clock it was returned before it was lent; the loan does not end before its start.
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

  @Test func `a fault of the readers covers the page and clears without a trace`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    let before = try shelf.state()
    try shelf.act(.fault("readers"))
    #expect(try shelf.view().state.name == .fault)
    try shelf.act(.fault(nil))
    #expect(try shelf.state() == before)
  }

  @Test func `after a start the last three transactions of the station are shown`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    for copy in 0..<3 { try shelf.scan(shelf.code(copy)) }
    try shelf.scan(shelf.code(CasesLibrary.alone))
    try shelf.order(.end)
    let recent = try History(database: shelf.database).station(shelf.hubStation)?.recent ?? []
    #expect(recent.map(\.copy?.id) == [CasesLibrary.alone, 2, 1].map { shelf.places.copies[$0].id })
    #expect(recent.allSatisfy { $0.change.kind == .lend && $0.release != nil })
  }

  @Test func `without the network everything is lent and returned, and what is unknown waits`() throws {
    let shelf = try CasesLibrary()
    try shelf.order(.add)
    #expect(try shelf.scan("0724384960650", .ean13).code == .addedUnresolved)
    #expect(try shelf.count("lookup_job", where: "state = 'pending'") == 1)
    try shelf.open(0)
    #expect(try shelf.scan("0724384960650", .ean13).code == .checkedOut)
  }
}
