import Deadwax
import Foundation
import Log
import Storage
import TestSupport
import Testing

/// Tests that the tables of the concert catalogue are those of docs/concert-catalogue.sql, which other programs rely on.
@Suite(.timeLimit(.minutes(5))) struct ConcertSchemaTests {
  private static let tables = [
    "shows", "recordings", "library_shows", "recent_shows", "collections", "data_version", "show_search",
  ]

  /// Returns the statements of a script with single blanks, without comments.
  private func statements(_ script: String) -> [String] {
    script.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n").split(separator: ";")
      .map(plain).filter { !$0.isEmpty }
  }

  private func plain(_ sql: some StringProtocol) -> String {
    sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func library() throws -> (Scratch, Database) {
    let scratch = try Scratch(inMemory: true)
    return (scratch, try Database(path: scratch.path, migrations: Migration.all, logger: .silent))
  }

  @Test func `every statement of a new library is that of the contract, and no other is there`() throws {
    let script = try String(
      contentsOf: URL(fileURLWithPath: Repository.path("docs/concert-catalogue.sql")), encoding: .utf8)
    let contract = statements(script)
    let (scratch, database) = try library()
    defer { withExtendedLifetime(scratch) { database.close() } }
    var found: [String] = []
    for table in Self.tables {
      found += try database.read { reading in
        try reading.all("SELECT sql FROM sqlite_schema WHERE tbl_name = ?1 AND sql IS NOT NULL ORDER BY rowid", table) {
          plain(try $0.text(0))
        }
      }
    }
    for statement in contract { #expect(found.contains(statement), "missing: \(statement)") }
    for statement in found { #expect(contract.contains(statement), "not in the contract: \(statement)") }
    #expect(found.count == contract.count)
  }

  @Test func `the contract has the tables, columns, indexes and references under their names`() throws {
    let (scratch, database) = try library()
    defer { withExtendedLifetime(scratch) { database.close() } }
    func names(_ sql: String, _ value: String) throws -> [String] {
      try database.read { try $0.all(sql, value) { try $0.text(0) } }
    }
    let columns = "SELECT name FROM pragma_table_info(?1) ORDER BY cid"
    #expect(
      try names(columns, "shows").joined(separator: " ")
        == """
        show_id date year month year_month band url venue_name city state country location_raw setlist_status \
        setlist_raw song_list lineup_status lineup_raw member_list show_sequence recordings_raw recording_count \
        best_recording_id average_rating total_reviews is_in_library library_added_at created_at updated_at
        """)
    #expect(
      try names(columns, "recordings").joined(separator: " ")
        == """
        identifier show_id source_type rating raw_rating review_count confidence high_ratings low_ratings taper source \
        lineage source_type_string collection_timestamp
        """)
    #expect(
      try names(columns, "library_shows").joined(separator: " ")
        == "show_id added_to_library_at is_pinned library_notes custom_rating last_accessed_at tags")
    #expect(
      try names(columns, "recent_shows").joined(separator: " ")
        == "show_id last_played_timestamp first_played_timestamp total_play_count")
    #expect(
      try names(columns, "collections").joined(separator: " ")
        == "id name description tags_json show_ids_json total_shows primary_tag created_at updated_at")
    #expect(
      try names(columns, "data_version").joined(separator: " ")
        == """
        id data_version package_name version_type description imported_at git_commit git_tag build_timestamp \
        total_shows total_venues total_files total_size_bytes
        """)
    #expect(try names(columns, "show_search") == ["show_id", "search_text"])
    let indexes = try database.read { reading in
      try reading.all("SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'idx_%' ORDER BY name") {
        try $0.text(0)
      }
    }
    for name in [
      "idx_shows_date", "idx_shows_year", "idx_shows_yearMonth", "idx_shows_city", "idx_shows_state",
      "idx_recordings_show_id_rating", "idx_recordings_source_type", "idx_library_shows_is_pinned",
      "idx_library_shows_added_at", "idx_recent_shows_last_played", "idx_collections_primary_tag",
      "idx_collections_total_shows",
    ] {
      #expect(indexes.contains(name), "\(name)")
    }
    let references = #"SELECT "table" || '.' || "to" || ' ' || on_delete FROM pragma_foreign_key_list(?1)"#
    for table in ["recordings", "library_shows"] {
      #expect(try names(references, table) == ["shows.show_id CASCADE"], "\(table)")
    }
    #expect(try names(references, "recent_shows").isEmpty)
  }

  @Test func `the tokens of the search index have hyphens and full stops`() throws {
    let (scratch, database) = try library()
    defer { withExtendedLifetime(scratch) { database.close() } }
    let text = "1977-05-08 5-8-77 5/8/77 5.8.77 1977 77 197 Barton Hall Cornell University Ithaca NY New York USA"
    try database.write { try $0.addShowSearch("a", text) }
    func finds(_ match: String) throws -> Bool {
      try database.read { reading in
        try reading.first("SELECT 1 FROM show_search t WHERE t.show_search MATCH ?1", match) { _ in true } ?? false
      }
    }
    for match in [#""5-8-77""#, #""5.8.77""#, #""5/8/77""#, #""cornell" "77""#, #""ITHACA" "197""#] {
      #expect(try finds(match), "\(match)")
    }
    for match in [#""5-8""#, #""8-77""#, #""05-08""#, #""5-8-7""#] { #expect(try !finds(match), "\(match)") }
  }
}
