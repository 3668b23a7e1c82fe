import Deadwax
import Log
import Storage
import Testing

/// Columns that only a migration names: history, undo and replay have them.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct HistoryLayoutTests {
  static let added = Migration(
    name: "9999-columns",
    sql: """
      ALTER TABLE loan ADD COLUMN shelf TEXT NOT NULL DEFAULT 'none';
      ALTER TABLE loan ADD COLUMN gift_copy_id TEXT REFERENCES copy (id);
      ALTER TABLE track ADD COLUMN rating INTEGER NOT NULL DEFAULT 7;
      ALTER TABLE scan ADD COLUMN lamp TEXT;
      """)

  /// Changes the added columns of the open loan of copy 0.
  private func mark(in library: EngineLibrary, _ shelf: String, after seconds: Int64) throws -> Change {
    let (copy, gift) = (library.copies[0], library.copies[1])
    return try library.write(after: seconds) { transaction in
      let loan = try given(try transaction.openLoan(of: copy)).id
      try transaction.snapshot(.loan, loan.text)
      try transaction.run("UPDATE loan SET shelf = ?2, gift_copy_id = ?3 WHERE id = ?1", loan, shelf, gift)
      return try given(try transaction.recordChange(.lend))
    }
  }

  private func shelf(in library: EngineLibrary) throws -> String? {
    try library.store.look { try $0.first("SELECT shelf FROM loan") { try $0.text("shelf") } }
  }

  @Test(arguments: EngineName.allCases)
  func `a new column is in the history, and an undo restores it`(engine: EngineName) throws {
    let library = try EngineLibrary(engine, added: [Self.added])
    _ = try library.lend(0, after: 1)
    let marked = try mark(in: library, "B \"7\"", after: 2)
    let row = try #require(try library.store.look { try $0.rows(of: marked) }.first)
    #expect(row.before?.contains(#""shelf":"none","gift_copy_id":null"#) == true)
    #expect(row.after?.contains(#""shelf":"B \"7\"","gift_copy_id":"\#(library.copies[1].text)""#) == true)
    let undo = try #require(try library.undo(marked, after: 3).change)
    #expect(try shelf(in: library) == "none")
    _ = try #require(try library.undo(undo, after: 4).change)
    #expect(try shelf(in: library) == "B \"7\"")
  }

  @Test(arguments: EngineName.allCases)
  func `a difference in a new column alone prevents the undo`(engine: EngineName) throws {
    let library = try EngineLibrary(engine, added: [Self.added])
    _ = try library.lend(0, after: 1)
    let marked = try mark(in: library, "B", after: 2)
    // Without a snapshot, as a repair by hand would do it.
    try library.write(after: 3) { try $0.run("UPDATE loan SET shelf = 'C'") }
    guard case .refused(.changedSince(let later)) = try library.undo(marked, after: 4) else {
      Issue.record("the undo was not refused")
      return
    }
    #expect(later.table == .loan)
    #expect(try shelf(in: library) == "C")
  }

  @Test func `the reference of a new column is followed, so that a part of the history has its row`() throws {
    let library = try EngineLibrary(.sqlite, added: [Self.added])
    // A release of its own, so that no other way leads to its copy.
    let (gift, copy) = (library.copies[1], library.copies[0])
    try library.write(after: 1) { transaction in
      try transaction.run(
        """
        INSERT INTO release (id, status, medium, title, artist, created_at, modified_at)
        SELECT 'other', status, medium, title, artist, created_at, modified_at FROM release
        """)
      try transaction.run("UPDATE copy SET release_id = 'other' WHERE id = ?1", gift)
    }
    _ = try library.lend(0, after: 2)
    let loan = try #require(try library.store.look { try $0.openLoan(of: copy) }).id
    func copies() throws -> [String] {
      try library.store.look { reading in
        var closure = RowClosure()
        try closure.grow(from: [(.loan, loan.text)], ids: [], codes: [], in: reading)
        return closure.rows(of: .copy)
      }
    }
    #expect(try !copies().contains(gift.text))
    _ = try mark(in: library, "B", after: 3)
    #expect(try copies().contains(gift.text))
  }

  @Test func `a replay goes back over a new column and repeats it, byte for byte`() throws {
    let scratch = try Scratch(inMemory: true)
    let database = try scratch.open(migrations: Migration.all + [Self.added])
    let library = try ReplayedLibrary(database)
    let before = try database.read { try $0.dump() }
    let change = try library.change(title: "New", rating: 3)
    let after = try database.read { try $0.dump() }
    let rows = try database.read { try $0.rows(of: change) }
    #expect(after.differences(from: before) == rows && rows.count == 1)
    try database.write { transaction in
      try transaction.restoreState(
        to: HistoryPoint(change: change.sequence - 1, scan: 0, recording: 0, event: 0, time: transaction.now))
    }
    #expect(try database.read { try $0.dump() } == before)
    try database.write { try $0.repeatChange(change, rows: rows) }
    #expect(try database.read { try $0.dump() } == after)
    // A part of the history begins with these rows in an empty database.
    let empty = try Scratch(inMemory: true)
    let other = try empty.open(migrations: Migration.all + [Self.added])
    let all = after.rows.flatMap { table, rows in
      rows.map { ChangeRow(table: table, row: $0.key, before: nil, after: $0.value) }
    }
    try other.write { try $0.fill(with: all) }
    #expect(try other.read { try $0.dump() } == after)
  }

  @Test func `a replay compares every column of a scan`() throws {
    let scratch = try Scratch(inMemory: true)
    let database = try scratch.open(migrations: Migration.all + [Self.added])
    try database.write { transaction in
      try transaction.run(
        """
        INSERT INTO scan (id, station, at, received_at, symbology, text, is_verified, quality, mode, outcome, lamp)
        VALUES ('a', 'bus', 1, 1, 'QR', 'X', 1, 0.5, 'check-out', 'found', 'green')
        """)
    }
    #expect(
      try database.read { try $0.scanTexts(after: 0) } == [
        #"[1,"a","bus",null,1,1,"QR","X",null,null,1,0.5,null,"check-out","found",null,null,null,null,null,null,null,"green"]"#
      ])
  }

  @Test func `a change from before a new column can be undone, and the column keeps its value`() throws {
    let scratch = try Scratch(inMemory: true)
    let first = try scratch.open(migrations: Migration.all)
    let change = try ReplayedLibrary(first).change(title: "New", rating: nil)
    first.close()
    let second = try scratch.open(migrations: Migration.all + [Self.added])
    let undone = try second.write { try $0.undo(change.id) }
    #expect(undone.change != nil)
    let rows = try second.read { reading in
      try reading.all("SELECT r.title, t.title, t.rating FROM release r JOIN track t ON t.release_id = r.id") {
        (try $0.text(0), try $0.text(1), try $0.integer(2))
      }
    }
    #expect(rows.count == 1 && rows.allSatisfy { $0 == ("Title", "Title", 7) })
    // The redo has the columns of the present.
    let redone = try #require(undone.change)
    #expect(try second.write { try $0.undo(redone.id) }.change != nil)
    #expect(try second.read { try $0.first("SELECT title FROM track") { try $0.text(0) } } == "New")
  }
}

/// A release with one track.
private struct ReplayedLibrary {
  let database: Database
  private let release = Release.ID(digest: 1, 2)

  init(_ database: Database) throws {
    self.database = database
    try database.write { [release] transaction in
      try transaction.snapshot(.release, release.text)
      try transaction.insert(
        Release(id: release, status: .resolved, medium: .cd, title: "Title", artist: "Artist"))
      try transaction.run(
        "INSERT INTO track (release_id, position, kind, printed_position, title) VALUES (?1, 0, 'track', '1', 'Title')",
        release)
      try transaction.recordChange(.add)
    }
  }

  /// Gives the release and its track a title, and the track a rating if its column exists.
  func change(title: String, rating: Int?) throws -> Change {
    try database.write { [release] transaction in
      try transaction.snapshot(.release, release.text)
      try transaction.run("UPDATE release SET title = ?2 WHERE id = ?1", release, title)
      try transaction.run("UPDATE track SET title = ?2 WHERE release_id = ?1", release, title)
      if let rating { try transaction.run("UPDATE track SET rating = ?2 WHERE release_id = ?1", release, rating) }
      return try given(try transaction.recordChange(.copy))
    }
  }
}
