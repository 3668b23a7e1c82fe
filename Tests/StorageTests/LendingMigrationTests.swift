import Deadwax
import Lending
import Log
import Queries
import Storage
import Testing

/// Tests of the migration of a library without the lending tables: no data is lost, and an open session continues.
@Suite(.timeLimit(.minutes(5)))
struct LendingMigrationTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch(inMemory: true) }

  /// The number of steps in each released schema.
  static let released = [1, 2, 3, 4]

  private func id(_ number: Int) -> String { "0193489a-7c20-7e0b-a1c3-00000000000\(number)" }

  /// Inserts a row into every table that the step rebuilds or extends.
  private func fill(_ transaction: WriteTransaction, steps: Int) throws {
    let statements = [
      "INSERT INTO release (id, status, medium, title, artist, created_at, modified_at) VALUES ('\(id(1))', 'manual', 'cd', 'T', 'A', 1, 2)",
      "INSERT INTO track VALUES ('\(id(1))', 0, NULL, 'track', '1', 'One', 60)",
      "INSERT INTO place VALUES ('\(id(2))', NULL, 'shelf', 'P', 1)",
      "INSERT INTO slot VALUES ('\(id(3))', '\(id(2))', 1, 1, 1)",
      "INSERT INTO copy VALUES ('\(id(4))', 3, '\(id(1))', 7, '\(OwnCode(.copy, number: 1))', 2, 'VG', NULL, '\(id(2))', '\(id(3))', 1, 'n', 1, 2)",
      "INSERT INTO borrower VALUES ('\(id(5))', 4, 'Ada King Lovelace', 'Ada L.', 1, 2)",
      "INSERT INTO borrower VALUES ('\(id(6))', 1, 'Bo', 'Bo', 1, 2)",
      "INSERT INTO code VALUES (11, 'own', '\(OwnCode(.copy, number: 1))', NULL, '\(id(4))', NULL, NULL, NULL, 1, NULL)",
      "INSERT INTO code VALUES (12, 'text', 'CARD', NULL, NULL, '\(id(5))', NULL, NULL, 1, NULL)",
      "INSERT INTO code VALUES (19, 'gtin', '5099902988023', '\(id(1))', NULL, NULL, NULL, NULL, 1, 5)",
      "INSERT INTO loan VALUES ('\(id(7))', '\(id(4))', '\(id(5))', 'station', 10, 20, NULL, NULL)",
      "INSERT INTO loan VALUES ('\(id(8))', '\(id(4))', '\(id(6))', 'station', 1, 5, 4, 'other')",
      """
      INSERT INTO scan (sequence, id, station, at, received_at, symbology, text, is_verified, mode, outcome, copy_id, choices)
      VALUES (3, '\(id(9))', 'station', 1, 1, 'QR', 'x', 0, 'return', 'choose-copy', '\(id(4))', '["\(id(4))"]')
      """,
      "INSERT INTO change VALUES ('\(id(1))', 'lend', '\(id(9))', 'station', 10, '[{}]')",
      "INSERT INTO change VALUES ('\(id(2))', 'add', NULL, NULL, 5, '[{}]')",
      "INSERT INTO setting VALUES ('k', '1', 5)",
      "INSERT INTO station (name, version, mode, stage, borrower_id, ends_at) VALUES ('a', 7, 'check-out', 'session', '\(id(5))', 100000)",
      "INSERT INTO station (name, version, mode, stage, borrower_id, ends_at) VALUES ('b', 2, 'check-out', 'session', '\(id(5))', 1)",
      "INSERT INTO station (name, mode, stage, copy_id, ends_at) VALUES ('c', 'shelve', 'copy', '\(id(4))', 9)",
      "INSERT INTO station (name, mode, stage) VALUES ('d', 'add', 'idle')",
      "INSERT INTO journal (kind, at) VALUES ('scan.recorded', 1)",
      "INSERT INTO lookup_job (kind, gtin, release_id, state, next_try_at, created_at, updated_at) VALUES ('search', '1', '\(id(1))', 'pending', 1, 1, 1)",
    ]
    for statement in statements { try transaction.run(statement) }
    guard steps > 1 else { return }
    try transaction.run(
      """
      INSERT INTO tag_write (id, action, uid, copy_id, code, state, station, overwrite, moves, replaces, seals, deadline,
        created_at)
      VALUES ('\(id(1))', 'write', '04A2B3C4D5E680', '\(id(4))', 'c', 'waiting', 'a', 0, 12, 0, 0, 9, 1)
      """)
  }

  @Test(arguments: released) func `a library from before the counter continues with all its data`(steps: Int) throws {
    let first = try scratch.open(migrations: Array(Migration.all.prefix(steps)))
    try first.write { try fill($0, steps: steps) }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    while try database.write({ try $0.indexNextReleases(limit: 1) }) > 0 {}
    try database.read { reading in
      #expect(try reading.all("SELECT \"table\" FROM pragma_foreign_key_check") { try $0.text(0) } == [])
      #expect(try reading.first("SELECT integrity_check FROM pragma_integrity_check") { try $0.text(0) } == "ok")
      let copy = try given(try reading.copy(given(Copy.ID(id(4)))))
      #expect(copy.number == 7 && copy.version == 3 && copy.status == .available && copy.partCount == 2)
      #expect(copy.location?.slotNumber == 1 && copy.loan?.id.text == id(7))
      #expect(copy.loan?.borrower?.text == id(5) && copy.loan?.parts == 1)
      let ada = try given(try reading.borrower(given(Borrower.ID(id(5)))))
      #expect(ada.version == 4 && ada.openLoans == 1 && ada.group == "standard" && !ada.hasPIN)
      for word in ["ada", "king", "love", "l."] {
        #expect(try reading.borrowers(matching: word, limit: 9).map(\.id) == [ada.id], "\(word)")
      }
      #expect(try reading.borrowerCount() == 2)
      for word in ["A T", "t", ""] {
        let found = try reading.releases(
          matching: given(try? Query(word, isTyping: true)), in: ReleaseFilter(),
          at: SearchMoment(now: reading.now, in: .utc), before: nil, limit: 9)
        #expect(found.map(\.release.id.text) == [id(1)], "\(word)")
      }
      #expect(try reading.loans(of: copy.id, limit: 9).map(\.id.text) == [id(7), id(8)])
      #expect(try reading.loan(given(Loan.ID(id(8))))?.returnedAt == Timestamp(milliseconds: 4))
      #expect(try reading.target(of: Code.Key(class: .text, value: "CARD")) == .borrower(ada.id))
      #expect(try reading.target(of: Code.Key(class: .gtin, value: "5099902988023")) == nil)
      #expect(try reading.first("SELECT count(*) FROM code") { try $0.integer(0) } == 3)
      let scan = try given(try reading.scan(given(Reading.ID(id(9)))))
      #expect(scan.sequence == 3 && scan.outcome.choices == [.copy(copy.id)] && scan.outcome.facts == .init())
      // In the order of their times.
      let changes = try reading.changes(limit: 9)
      #expect(changes.map(\.id.text) == [id(1), id(2)] && changes.map(\.kind) == [.lend, .add])
      #expect(try reading.refusal(toUndo: changes[0]) == .notKept)
      #expect(try reading.setting("k") == "1")
      for (name, until) in [("a", 100_000), ("b", 1)] as [(String, Int64)] {
        let (state, version) = try given(try reading.station(given(Station.Name(name))))
        let session = try given(state.session)
        #expect(session.borrower == ada.id && session.until == Timestamp(milliseconds: until))
        #expect(version == (name == "a" ? 7 : 2) && state.mode == .checkout && state.stage == .idle)
        let stored = try given(try reading.session(session.id))
        #expect(stored.borrower == ada.id && stored.station.text == name && stored.endedAt == nil)
        #expect(stored.beganAt <= session.until)
      }
      #expect(try reading.station(given(Station.Name("c")))?.state == StationState(mode: .shelve))
      #expect(try reading.station(given(Station.Name("d")))?.state == StationState(mode: .add))
      #expect(try reading.lookupCounts() == [.pending: 1])
      if steps > 1 {
        #expect(try reading.first("SELECT moves FROM tag_write") { try $0.integer(0) } == 12)
      }
    }
    // New bindings get higher numbers than the old ones, and migrated rows can be changed and undone.
    let (bound, change) = try database.write { transaction in
      let copy = try given(Copy.ID("0193489a-7c20-7e0b-a1c3-000000000004"))
      let bound = try transaction.bind(Code.Key(class: .text, value: "new"), to: .copy(copy))
      let loan = try given(try transaction.openLoan(of: copy))
      try check(transaction.close(loan.id, at: .hubStation))
      return (bound, try transaction.recordChange(.checkIn))
    }
    #expect(bound == 20)
    let undo = try given(change)
    #expect(try database.write { try $0.undo(undo.id) }.change != nil)
    database.close()
    // A second run changes nothing.
    #expect(try scratch.open(migrations: Migration.all).read { try $0.openLoans() } == 1)
  }

  @Test func `the schema itself refuses what must never be`() throws {
    let shelf = try StorageLibrary()
    _ = try shelf.lend(0)
    let (copy, release, borrower) = (shelf.copies[0], shelf.releases[0], shelf.borrowers[0])
    let card = try #require(try shelf.database.read { try $0.cards(of: borrower).first })
    let scan = Reading(id: .new(at: StorageLibrary.start), at: StorageLibrary.start, symbology: .qr, text: "x")
    try shelf.write {
      _ = try $0.append(scan, station: .hubStation, reader: nil, outcome: Outcome(.found, mode: .lookup))
    }
    let refused = [
      // A second open loan, one without a borrower, one that ends before its start, one without parts.
      "INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at) VALUES ('x', '\(copy)', '\(borrower)', 'd', 1, 1)",
      "INSERT INTO loan (id, copy_id, station, opened_at, due_at) VALUES ('x', '\(shelf.copies[1])', 'd', 1, 1)",
      "UPDATE loan SET borrower_id = NULL", "UPDATE loan SET returned_at = opened_at - 1", "UPDATE loan SET parts = 0",
      // A hold without a subject, one with two, one ready without its copy, one both open and closed.
      "INSERT INTO hold (id, borrower_id, state, created_at) VALUES ('x', '\(borrower)', 'waiting', 1)",
      "INSERT INTO hold (id, borrower_id, release_id, copy_id, state, created_at) VALUES ('x', '\(borrower)', '\(release)', '\(copy)', 'waiting', 1)",
      "INSERT INTO hold (id, borrower_id, copy_id, state, created_at) VALUES ('x', '\(borrower)', '\(copy)', 'ready', 1)",
      "INSERT INTO hold (id, borrower_id, copy_id, state, created_at, closed_at) VALUES ('x', '\(borrower)', '\(copy)', 'waiting', 1, 1)",
      // A fee of zero, and one without a borrower.
      "INSERT INTO fee (id, borrower_id, kind, amount, currency, at) VALUES ('x', '\(borrower)', 'lost', 0, 'EUR', 1)",
      "INSERT INTO fee (id, kind, amount, currency, at) VALUES ('x', 'lost', 1, 'EUR', 1)",
      // A block without a reason, a reminder without a subject.
      "UPDATE borrower SET blocked_at = 1",
      "INSERT INTO reminder (id, kind, due_at, claimed_at) VALUES ('x', 'overdue', 1, 1)",
      // A card that is also bound to a copy; a negative number of parts; changes to the history.
      "INSERT INTO code (class, value, copy_id, bound_at) VALUES ('text', '\(card.key.value)', '\(copy)', 1)",
      "UPDATE copy SET parts_missing = -1", "UPDATE scan SET outcome = 'x'", "UPDATE scan SET text = 'y'",
      "DELETE FROM scan",
    ]
    for sql in refused {
      #expect(throws: StorageError.self, "\(sql)") { try shelf.database.write { try $0.run(sql) } }
    }
    // The number of a card may be removed from the history.
    try shelf.database.write { try $0.run("UPDATE scan SET text = '', written = NULL") }
  }
}
