import Deadwax
import Storage
import Testing

/// Tests of the records of stations and jobs: sessions, the inbox, reminders, wishes, events.
@Suite(.timeLimit(.minutes(5)))
struct StationRecordsTests {
  let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary() }

  @Test func `a receipt lists the actions of a session, without the undone ones`() throws {
    let (station, borrower) = (shelf.station, shelf.borrowers[0])
    let session = try shelf.write { transaction in
      let session = StoredSession(
        id: transaction.newID(), station: station, borrower: borrower, beganAt: transaction.now)
      try transaction.insert(session)
      return session
    }
    var lines: [StoredSession.Line] = []
    var changes: [Change] = []
    for copy in 0..<3 {
      let change = try shelf.lend(copy, after: Int64(copy) + 2)
      let id = shelf.copies[copy]
      lines.append(
        try shelf.write(after: Int64(copy) + 2) { transaction in
          let loan = try given(try transaction.openLoan(of: id))
          let line = StoredSession.Line(kind: .lent, loan: loan.id, dueAt: loan.dueAt)
          try transaction.append(line, to: session.id, change: change)
          return line
        })
      changes.append(change)
    }
    let database = shelf.database
    #expect(try database.read { try $0.lines(of: session.id) } == lines)
    let undo = try #require(try shelf.undo(changes[1], after: 9).change)
    #expect(try database.read { try $0.lines(of: session.id) } == [lines[0], lines[2]])
    #expect(try shelf.undo(undo, after: 10).change != nil)
    #expect(try database.read { try $0.lines(of: session.id) } == lines)
    #expect(try shelf.write(after: 20) { try $0.end(session.id) })
    #expect(try !shelf.write(after: 21) { try $0.end(session.id) })
    var ended = session
    ended.endedAt = StorageLibrary.start + .seconds(20)
    #expect(try database.read { try $0.newestSession(of: station) } == ended)
  }

  @Test func `an unknown code is one item however often it is scanned, until it is decided`() throws {
    let (key, station) = (Code.Key(class: .text, value: "?"), shelf.station)
    let scans: [Reading.ID] = (0..<3).map { _ in .new(at: StorageLibrary.start) }
    for (number, scan) in scans.enumerated() {
      try shelf.write(after: Int64(number)) { try $0.storeUnknown(key, .qr, scan: scan, at: station) }
    }
    let item = try #require(try shelf.database.read { try $0.openInboxItem(key) })
    #expect(item.scans == 3 && item.scan == scans[0] && item.version == 3)
    #expect([item.firstAt, item.lastAt] == [StorageLibrary.start, StorageLibrary.start + .seconds(2)])
    #expect(try shelf.database.read { try $0.inbox(.open, limit: 9) } == [item])
    #expect(try shelf.database.read { try $0.openInboxItems() } == 1)
    #expect(try shelf.write(after: 5) { try $0.decide(item.id, as: .forgotten, note: "n") })
    #expect(try !shelf.write(after: 6) { try $0.decide(item.id, as: .claimed) })
    try shelf.write(after: 7) { try $0.storeUnknown(key, .qr, scan: scans[0], at: station) }
    #expect(try shelf.database.read { try $0.inbox(.forgotten, limit: 9).map(\.note) } == ["n"])
    #expect(try shelf.database.read { try $0.inbox(nil, limit: 9).map(\.note) } == [nil, "n"])
    #expect(try shelf.database.read { try $0.openInboxItem(key)?.scans } == 1)
  }

  @Test func `a reminder is claimed once, and of what came back there is none`() throws {
    for copy in 0..<4 { _ = try shelf.lend(copy, after: Int64(copy)) }
    _ = try shelf.checkIn(2, after: 10)
    // The loans last a thousand seconds.
    func claim(_ time: Int64, _ kind: Reminder.Kind = .overdue, limit: Int = 9) throws -> [Reminder] {
      try shelf.write(after: time) { try $0.claimReminders(kind, before: $0.now, limit: limit) }
    }
    #expect(try claim(900) == [])
    let first = try claim(2000, limit: 2)
    #expect(first.count == 2)
    let rest = try claim(2001)
    #expect(rest.count == 1)
    #expect(try claim(2002) == [])
    #expect(Set((first + rest).map(\.loan)).count == 3)
    // The loan was renewed and is overdue again: it has had no reminder for this due time.
    let loan = try #require(rest[0].loan)
    #expect(try shelf.database.read { try $0.isStillDue(rest[0]) })
    #expect(try shelf.write(after: 2003) { try $0.renew(loan, dueAt: $0.now + .seconds(10), at: $0.now) })
    #expect(try !shelf.database.read { try $0.isStillDue(rest[0]) })
    #expect(try claim(2020).map(\.loan) == [loan])
    try shelf.write(after: 2030) { transaction in
      try transaction.noteSent(first[0].id)
      try transaction.noteFailed(first[1].id, error: "no route")
    }
    let failed = try shelf.database.read { try $0.failedReminders(attempts: 3, limit: 9) }
    #expect(failed.map(\.id) == [first[1].id])
    #expect(failed.map(\.attempts) == [1])
    #expect(try shelf.database.read { try $0.failedReminders(attempts: 1, limit: 9) } == [])
    // Reminders before the due time are separate, and so are those of ready holds.
    let soon = try shelf.write(after: 2002) {
      try $0.claimReminders(.dueSoon, before: $0.now + .seconds(60), limit: 9)
    }
    #expect(soon.map(\.loan) == [loan])
    let (borrower, release, copy) = (shelf.borrowers[0], shelf.releases[0], shelf.copies[2])
    try shelf.write(after: 2040) { transaction in
      let hold = Hold(
        id: transaction.newID(), subject: .release(release), borrower: borrower, createdAt: transaction.now)
      try transaction.insert(hold)
      try check(transaction.setReady(hold.id, copy: copy, until: transaction.now + .seconds(99)))
    }
    let ready = try claim(2041, .holdReady)
    #expect(ready.count == 1 && ready[0].hold != nil && ready[0].loan == nil)
    #expect(try claim(2042, .holdReady).isEmpty)
    #expect(try shelf.database.read { try $0.isStillDue(ready[0]) })
  }

  @Test func `a job reports when it last completed all of its work`() throws {
    try shelf.write(after: 1) { try $0.noteStarted(job: "anonymise") }
    try shelf.write(after: 2) { try $0.noteFailed(job: "anonymise", error: "disk full") }
    var job = JobRecord(
      name: "anonymise", startedAt: StorageLibrary.start + .seconds(1), succeededAt: nil,
      failedAt: StorageLibrary.start + .seconds(2),
      error: "disk full", done: 0)
    #expect(try shelf.database.read { try $0.jobs() }.filter { $0.name != "search-index" } == [job])
    try shelf.write(after: 3) { try $0.noteSucceeded(job: "anonymise", done: 7) }
    (job.succeededAt, job.failedAt, job.error, job.done) = (StorageLibrary.start + .seconds(3), nil, nil, 7)
    #expect(try shelf.database.read { try $0.jobs() }.filter { $0.name != "search-index" } == [job])
  }

  @Test func `wishes are listed newest first, and wishing twice is once`() throws {
    let releases = shelf.releases
    #expect(try shelf.write(after: 1) { try $0.setWished(true, releases[0]) })
    #expect(try !shelf.write(after: 2) { try $0.setWished(true, releases[0]) })
    #expect(try shelf.write(after: 3) { try $0.setWished(true, releases[1]) })
    let wishes = try shelf.database.read { try $0.wishes(limit: 9) }
    #expect(wishes.map(\.release.id) == [releases[1], releases[0]])
    let cursor = ListCursor(wishes[0].wishedAt, wishes[0].release.id)
    #expect(try shelf.database.read { try $0.wishes(after: cursor, limit: 9).map(\.release.id) } == [releases[0]])
    #expect(try shelf.write(after: 4) { try $0.setWished(false, releases[1]) })
    #expect(try shelf.database.read { try $0.wishedAt(releases[1]) } == nil)
    #expect(try shelf.database.read { try $0.wishedAt(releases[0]) } == StorageLibrary.start + .seconds(1))
  }

  @Test func `the events of a station are read as they were stored, in order`() throws {
    var events: [RecordedEvent] = []
    for number in 0..<5 {
      var event = RecordedEvent(
        at: StorageLibrary.start + .seconds(number), station: .hubStation, kind: "reading",
        scan: .new(at: StorageLibrary.start),
        input: "{\"number\":\(number)}", seed: UInt64.max - UInt64(number), rule: "a.b", before: "{}", after: "{}",
        outcome: "{}", candidates: "[]")
      event.sequence = try shelf.write { [event] in try $0.append(event) }
      events.append(event)
    }
    let database = shelf.database
    #expect(try database.read { try $0.recording(after: 0, limit: 9) } == events)
    #expect(try database.read { try $0.recording(after: 2, through: 4, limit: 9) } == Array(events[2...3]))
    #expect(try database.read { try $0.recording(of: try given(events[3].scan)) } == events[3])
    let range = try database.read {
      try $0.recordingRange(from: StorageLibrary.start + .seconds(1), to: StorageLibrary.start + .seconds(3))
    }
    #expect(range == 2...3)
    #expect(try database.read { try $0.recordingRange(from: StorageLibrary.start + .seconds(9), to: nil) } == nil)
  }

  @Test func `policies and settings count their versions`() throws {
    for value in ["1", "1", "2"] {
      try shelf.write { transaction in
        try transaction.set("key", to: value)
        try transaction.setStationPolicy("{\"v\":\(value)}", of: .hubStation)
      }
    }
    #expect(try shelf.database.read { try $0.settings().map(\.version) } == [2])
    #expect(try shelf.database.read { try $0.stationPolicyVersion(.hubStation) } == 2)
    #expect(try shelf.database.read { try $0.stationPolicy(.hubStation) } == "{\"v\":2}")
  }
}
