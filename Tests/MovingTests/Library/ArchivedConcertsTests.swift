import Deadwax
import Moving
import Storage
import TestSupport
import Testing

/// The tables that an archive has, and the concert catalogue, whose tables are those of other programs.
@Suite(.timeLimit(.minutes(5))) struct ArchivedConcertsTests {
  private static let show = "1977-05-08-barton-hall-ithaca-ny-usa"

  @Test func `each table of the schema is in the archive, or is left out with a reason`() throws {
    let library = try ArchivedLibrary()
    let (tables, exported) = try library.database.read { reading in
      let tables = try reading.all(
        """
        SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        """
      ) { try $0.text(0) }
      return (Set(tables), Set(try reading.libraryTables().map(\.name)))
    }
    let leftOut = Set(LibraryTable.leftOut.keys)
    #expect(tables.subtracting(exported).subtracting(leftOut) == [], "neither exported nor left out with a reason")
    #expect(leftOut.subtracting(tables) == [], "left out, although there is no such table")
    #expect(exported.isDisjoint(with: leftOut))
    #expect(LibraryTable.leftOut.values.allSatisfy { $0.contains(" ") })
    let archive = try ForgedLibrary(try library.archive(hasSecrets: true))
    #expect(
      Set(archive.entries.map(\.name)) == Set(exported.map { "tables/\($0).ndjson" }).union(["manifest.json"]))
    print("\(exported.count) tables in an archive, \(leftOut.count) left out")
  }

  /// Adds a show with a recording, and all that the library notes about it.
  private func addShow(_ library: ArchivedLibrary) throws {
    try library.database.write { transaction in
      for sql in [
        """
        INSERT INTO shows (show_id, date, year, month, year_month, band, venue_name, city, average_rating,
          is_in_library, library_added_at, created_at, updated_at)
        VALUES (?1, '1977-05-08', 1977, 5, '1977-05', 'Band', 'Barton Hall', 'Ithaca', 4.1, 1, 7, 5, 6)
        """,
        """
        INSERT INTO recordings (identifier, show_id, source_type, rating, raw_rating, collection_timestamp)
        VALUES ('gd77-05-08.sbd', ?1, 'SBD', 4.75, 0.1, 9)
        """,
        """
        INSERT INTO library_shows (show_id, added_to_library_at, is_pinned, library_notes, custom_rating, tags)
        VALUES (?1, 7, 1, 'a "note"', 4.5, 'best,tape')
        """,
        """
        INSERT INTO recent_shows (show_id, last_played_timestamp, first_played_timestamp, total_play_count)
        VALUES (?1, 9, 8, 2)
        """,
        """
        INSERT INTO collections (id, name, description, tags_json, show_ids_json, total_shows, created_at, updated_at)
        VALUES ('spring', 'Spring', '', '[]', '["' || ?1 || '"]', 1, 5, 6)
        """,
        """
        INSERT INTO data_version (id, data_version, package_name, version_type, imported_at, total_shows, total_venues,
          total_files, total_size_bytes) VALUES (1, '2', ?1, 'release', 5, 1, 1, 3, 4)
        """,
      ] { try transaction.run(sql, Self.show) }
      try transaction.addShowSearch(Self.show, "1977-05-08 5-8-77 5/8/77 5.8.77 Barton Hall Ithaca")
      try transaction.publish(.settingChanged)
    }
  }

  /// Adds a copy that is bound to the show.
  private func addTape(_ library: ArchivedLibrary) throws {
    try library.attach("tape")
    try library.database.write { transaction in
      let release = try #require(try transaction.first("SELECT id FROM release") { try $0.text(0) })
      let copy = Copy(
        id: transaction.newID(), release: try #require(Release.ID(release)),
        number: try transaction.nextCopyNumber(), code: transaction.newOwnCode(.copy), addedAt: transaction.now)
      try transaction.insert(copy)
      try transaction.bind(copy.id, toShow: Self.show, recording: "gd77-05-08.sbd")
      _ = try transaction.recordChange(.imported)
      try transaction.publish(.settingChanged)
    }
  }

  private func found(_ library: ArchivedLibrary, _ word: String) throws -> [String] {
    try library.database.read { reading in
      try reading.shows(matching: "\"\(word)\"", ShowFilter(), after: 0, limit: 9).map(\.id)
    }
  }

  @Test func `the concert catalogue moves with its notes, and its shows are found as before`() throws {
    let source = try ArchivedLibrary()
    try addShow(source)
    try addTape(source)
    #expect(try found(source, "5-8-77") == [Self.show])
    let archive = try source.archive()
    let forged = try ForgedLibrary(archive)
    for table in ["shows", "recordings", "library_shows", "recent_shows", "collections", "data_version", "show_search"]
    {
      #expect(forged["tables/\(table).ndjson"].contains(Self.show), "\(table)")
    }
    let target = try ArchivedLibrary()
    try target.send(archive)
    try target.restart()
    #expect(try target.archive() == archive)
    #expect(try found(target, "5-8-77") == [Self.show])
    #expect(try found(target, "Ithaca") == [Self.show])
    #expect(
      try target.database.read { try $0.first("SELECT library_notes FROM library_shows") { try $0.text(0) } }
        == "a \"note\"")
  }

  @Test func `a library that has only notes about shows is not empty`() throws {
    let source = try ArchivedLibrary()
    try addShow(source)
    #expect(throws: MovingError.libraryNotEmpty) { try source.archives.imports.receive() }
    try source.database.write { transaction in
      for table in ["library_shows", "recent_shows"] { try transaction.run("DELETE FROM \(table)") }
    }
    _ = try source.archives.imports.receive()
  }

  @Test func `a copy stays bound to its show in a merge, and both libraries choose the same show`() throws {
    let (one, two) = (try ArchivedLibrary(), try ArchivedLibrary())
    try addShow(one)
    try addTape(one)
    func bound(_ library: ArchivedLibrary) throws -> [String] {
      try library.database.read { reading in
        try reading.all(
          "SELECT c.code || ' ' || s.show_id || ' ' || s.recording_id FROM show_copy s JOIN copy c ON c.id = s.id"
        ) { try $0.text(0) }
      }
    }
    let before = try bound(one)
    #expect(before.count == 1)
    let done = try two.merged(try one.archive())
    #expect(done.phase == .applied, "\(done.fault ?? "")")
    #expect(try two.lines(done, .add).contains { $0.table == "show_copy" && $0.subject == Self.show })
    #expect(try bound(two) == before)
    try two.merges.remove(done.id)
    // One of them changes its binding: to a greater id, then to a smaller one.
    for other in ["1999-12-31-hall", "1965-01-01-hall"] {
      try two.database.write { transaction in
        let copy = try #require(try transaction.first("SELECT id FROM show_copy") { try $0.text(0) })
        try transaction.bind(try #require(Copy.ID(copy)), toShow: other, recording: "r")
        _ = try transaction.recordChange(.imported)
        try transaction.publish(.settingChanged)
      }
      let (first, second) = (try one.archive(), try two.archive())
      try one.take(second)
      try two.take(first)
      #expect(try bound(one) == bound(two))
      #expect(try bound(one).first?.contains("1999-12-31-hall") == true)
      let again = try one.take(second)
      #expect(again.phase == .ready && again.counts[.change] ?? 0 == 0 && again.counts[.adopt] ?? 0 == 0)
    }
    let change = try #require(try two.database.read { try $0.changes(limit: 1).first })
    let undone = try two.database.write { try $0.undo(change.id) }
    guard case .undone = undone else { throw TestFailure("\(undone)") }
    #expect(try bound(two).first?.contains("1965-01-01-hall") == true)
  }
}
