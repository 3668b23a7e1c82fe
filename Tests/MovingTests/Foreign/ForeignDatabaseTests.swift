import Archives
import Backups
import Foundation
import Moving
import Storage
import TestSupport
import Testing

/// Databases of other programs, and databases in ZIP files, which are merged as any library is.
@Suite(.timeLimit(.minutes(10))) struct ForeignDatabaseTests {
  private func zipped(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: true) { bytes += Array($0) }
    for (name, content) in entries { try writer.add(name, content) }
    try writer.finish()
    return bytes
  }

  private func texts(_ library: ArchivedLibrary, _ query: String) throws -> [String] {
    try library.database.read { try $0.all(query) { try $0.text(0) } }
  }

  @Test func `a database of GRDB keeps its UUIDs, and its records are those of the library`() throws {
    let library = try ArchivedLibrary()
    let database = try ForgedDatabase(ForgedDatabase.grdb)
    let done = try library.take(database.file)
    #expect(done.kind == .database && done.origin == "GRDB" && done.leftOut == ["release.rating"], "\(done)")
    #expect(
      try texts(
        library,
        """
        SELECT id || '|' || title || '|' || artist || '|' || medium || '|' || catalog_number || '|' || year || '|' || barcode
          || '|' || genres || '|' || favourite_at || '|' || created_at || '|' || modified_at FROM release
        """) == [
          """
          0193489a-7c20-7e0b-a1c3-5d9e8f274b01|Blue|Trio|vinyl|BLP 1|1957|0075679165923|["Jazz","Hard Bop"]|1609556645000|\
          1577934245678|1609556645000
          """
        ])
    #expect(
      try texts(
        library,
        """
        SELECT c.id || '|' || c.media_condition || '|' || c.sleeve_condition || '|' || c.plays || '|' || p.name || '|' || q.name
        FROM copy c JOIN place p ON p.id = c.place_id JOIN place q ON q.id = p.parent_id
        """) == ["0193489a-7c20-7e0b-a1c3-5d9e8f274e01|NM|VG+|7|Shelf 2|Room 1"])
    #expect(
      try texts(library, "SELECT b.name || '|' || l.due_at FROM loan l JOIN borrower b ON b.id = l.borrower_id")
        == ["B. Reader|1583020800000"])
    #expect(try texts(library, "SELECT printed_position || title || seconds FROM track") == ["A1First225"])
    #expect(try texts(library, "SELECT source || number FROM release_link") == ["discogs12345"])
    #expect(try texts(library, "SELECT value FROM code WHERE class = 'gtin'") == ["0075679165923"])
    let again = try library.take(database.file)
    #expect(again.phase == .ready && Set(again.counts.keys) == [.same], "the same file twice: \(again.counts)")
  }

  @Test func `a database of Room is read with its own numbers and words, and twice changes nothing`() throws {
    let library = try ArchivedLibrary()
    let database = try ForgedDatabase(ForgedDatabase.room)
    let done = try library.take(database.file)
    #expect(done.origin == "Room" && done.leftOut == ["wallpapers"], "\(done)")
    #expect(
      try texts(
        library,
        "SELECT title || medium || (favourite_at > 0) || coalesce(wished_at, 0) FROM release WHERE title = 'Blue'")
        == ["Bluevinyl10"])
    #expect(
      try texts(library, "SELECT title || medium || wished_at FROM release WHERE title = 'Later'")
        == ["Latercd1577934245678"])
    #expect(
      try texts(library, "SELECT c.media_condition || c.plays || p.name FROM copy c JOIN place p ON p.id = c.place_id")
        == ["NM7Shelf 2"])
    #expect(
      try texts(library, "SELECT b.name || l.due_at FROM loan l JOIN borrower b ON b.id = l.borrower_id")
        == ["B. Reader1581811199999"], "14 days, to the end of the last one")
    let again = try library.take(database.file)
    #expect(again.phase == .ready && Set(again.counts.keys) == [.same], "the same file twice: \(again.counts)")
  }

  @Test func `a loan without a due time is due by the rules of the library for its medium`() throws {
    let library = try ArchivedLibrary()
    try library.database.write { try $0.set("loan.days.vinyl", to: "7") }
    let database = try ForgedDatabase(ForgedDatabase.room)
    try library.take(database.file)
    // 7 days after 1 February 2020, at the end of the day.
    #expect(try texts(library, "SELECT CAST(due_at AS TEXT) FROM loan") == ["1581206399999"])
    // Other rules later do not make it another loan.
    try library.database.write { try $0.set("loan.days.vinyl", to: "9") }
    let again = try library.take(database.file)
    #expect(again.counts[.add] == nil, "the same file twice: \(again.counts)")
    #expect(try texts(library, "SELECT CAST(count(*) AS TEXT) FROM loan") == ["1"])
  }

  @Test func `a database with the tables of DiscDex gives a copy to each release, and keeps an invalid barcode`()
    throws
  {
    let library = try ArchivedLibrary()
    let done = try library.take(try ForgedDatabase(ForgedDatabase.discDex).file)
    #expect(done.origin == "DiscDex" && done.leftOut.isEmpty, "\(done)")
    #expect(
      try texts(
        library,
        """
        SELECT r.title || c.media_condition || c.shelf_mark || c.plays || p.name FROM copy c
        JOIN release r ON r.id = c.release_id JOIN place p ON p.id = c.place_id
        """) == ["BlueVG+123Shelf 2"])
    #expect(try texts(library, "SELECT type || value FROM identifier") == ["BarcodePSEUDO-1"])
    #expect(try texts(library, "SELECT value FROM code WHERE class = 'gtin'").isEmpty)
  }

  @Test func `a database in a folder of a ZIP file is read with its log`() throws {
    let logged = "UPDATE releases SET title = 'In the log' WHERE id = 1"
    let database = try ForgedDatabase(ForgedDatabase.room, logged: logged)
    let library = try ArchivedLibrary()
    let done = try library.take(
      try zipped([
        ("Backup/readme.txt", Array("hello".utf8)), ("Backup/library.bin", database.file),
        ("Backup/library.bin-wal", database.log), ("Backup/library.bin-shm", [0, 1, 2]),
      ]))
    #expect(done.kind == .database && done.origin == "Room", "\(done)")
    #expect(try texts(library, "SELECT title FROM release ORDER BY title") == ["In the log", "Later"])
    #expect(try library.strangers().isEmpty, "the copy is removed")
  }

  @Test func `a library of Deadwax in a ZIP file is merged as it is, and undone at once`() throws {
    let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary())
    try theirs.take(try ForgedDatabase(ForgedDatabase.room).file)
    let done = try ours.take(try zipped([("deadwax.sqlite", try theirs.databaseFile())]))
    #expect(done.origin == nil && done.phase == .applied, "\(done)")
    #expect(try texts(ours, "SELECT title FROM release ORDER BY title") == ["Blue", "Later"])
  }

  @Test func `the copy that a killed hub has left is removed at the next start`() throws {
    let folder = try TemporaryFolder("deadwax-archives", inMemory: true)
    let left = folder.path(".merge-0193489a-7c20-7e0b-a1c3-5d9e8f274b01")
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(fileURLWithPath: left + "/original.sqlite-wal"))
    let library = try ArchivedLibrary(in: folder)
    #expect(try library.strangers().isEmpty)
  }

  // MARK: damaged files

  private static let releases = "CREATE TABLE room_master_table (id, identity_hash); CREATE TABLE releases "

  /// Each script makes a database with one fault, and the words are those of its sentence.
  @Test(arguments: [
    ("CREATE TABLE notes (text); CREATE TABLE birds (name);", ["no known program", "birds", "notes", "Room"]),
    (releases + "(title); INSERT INTO releases VALUES (NULL);", ["releases, row 1", "no title"]),
    (releases + "(title); INSERT INTO releases VALUES ('A'), (x'00');", ["releases, row 2", "'title'", "text"]),
    (releases + "(title); INSERT INTO releases VALUES (CAST(x'41ff42' AS TEXT));", ["row 1", "'title'", "UTF-8"]),
    (releases + "(title); INSERT INTO releases VALUES (CAST(x'410042' AS TEXT));", ["row 1", "'title'", "NUL"]),
    (releases + "(title, year); INSERT INTO releases VALUES ('A', 'soon');", ["row 1", "'year'", "year"]),
    (releases + "(title, year); INSERT INTO releases VALUES ('A', 9223372036854775807);", ["row 1", "'year'"]),
    (
      releases + "(title, media_type); INSERT INTO releases VALUES ('A', 'WAX_ROLL');",
      ["row 1", "'media_type'", "vinyl"]
    ),
    (
      releases + "(title, created_at); INSERT INTO releases VALUES ('A', 9223372036854775807);",
      ["'created_at'", "time"]
    ),
    (releases + "(id, title); INSERT INTO releases VALUES (1, 'A'), (1, 'B');", ["row 2", "id is there twice"]),
    (releases + "(id, title, is_favorite); INSERT INTO releases VALUES (1, 'A', 'maybe');", ["row 1", "0 or 1"]),
    (releases + "(title, catalog_number, catalogNo);", ["releases", "catalogNo"]),
    (
      releases + "(id, title); CREATE TABLE copies (id, release_id); INSERT INTO copies VALUES (1, 7);",
      ["copies, row 1", "'release_id'", "missing"]
    ),
    (
      releases + "(id, title); CREATE TABLE copies (release_id); INSERT INTO copies VALUES (NULL);",
      ["copies, row 1", "no release"]
    ),
  ])
  func `a database with a wrong value is refused with its table, row and column`(
    _ script: String, _ words: [String]
  ) throws {
    try refuse(try ForgedDatabase(script).file, words)
  }

  private func refuse(_ bytes: [UInt8], _ words: [String], _ comment: Comment? = nil) throws {
    let library = try ArchivedLibrary()
    let view = try library.merged(bytes)
    let fault = view.fault ?? ""
    #expect(view.phase == .damaged && words.allSatisfy(fault.contains), "\(fault) \(comment ?? "")")
    try library.merges.remove(view.id)
    #expect(try texts(library, "SELECT title FROM release").isEmpty && library.strangers().isEmpty)
  }

  @Test func `a truncated database, a wrong log and a ZIP file without one database are refused`() throws {
    let whole = try ForgedDatabase(ForgedDatabase.grdb)
    try refuse(Array(whole.file.prefix(16)), ["16 bytes"], "the first bytes alone")
    try refuse(Array(whole.file.prefix(whole.file.count / 2)), ["damaged"], "half")
    try refuse(try zipped([("a.txt", [0x41])]), ["neither an archive", "database"])
    try refuse(try zipped([("a.db", whole.file), ("b/b.db", whole.file)]), ["b/b.db", "second database"])
    let logged = try ForgedDatabase(ForgedDatabase.room, logged: "UPDATE releases SET title = 'In the log'")
    try refuse(try zipped([("a", logged.file), ("b-wal", logged.log)]), ["b-wal", "not the log"])
    var broken = logged.log
    for index in 24..<32 { broken[index] ^= 0xFF }
    try refuse(try zipped([("a", logged.file), ("a-wal", broken)]), ["write-ahead log"], "its checksum is wrong")
  }

  @Test func `a library of a newer version in a ZIP file is refused with both versions`() throws {
    let theirs = try ArchivedLibrary()
    try theirs.database.write { transaction in
      try transaction.run("INSERT INTO schema_migration (name, applied_at) VALUES ('9999-later', 1)")
    }
    try refuse(try zipped([("x/y", try theirs.databaseFile())]), ["9999-later", "1.0"])
  }
}
