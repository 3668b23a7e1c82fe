import Deadwax
import Log
import Storage
import Testing

/// Tests of the migration that adds further details of a release: releases of the version before are found by their
/// numbers, and their records are read as before.
@Suite(.timeLimit(.minutes(5)))
struct DetailMigrationTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch(inMemory: true) }

  private func id(_ number: Int) -> String { "0193489a-7c20-7e0b-a1c3-00000000000\(number)" }

  private var statements: [String] {
    [
      """
      INSERT INTO release (id, status, medium, title, artist, catalog_number, barcode, created_at, modified_at)
      VALUES ('\(id(1))', 'resolved', 'vinyl', 'T', 'A', 'CK 63628', '0074646362822', 1, 2),
        ('\(id(2))', 'manual', 'cd', 'U', 'B', NULL, NULL, 3, 4)
      """,
      """
      INSERT INTO release (id, status, medium, title, artist, catalog_number, created_at, modified_at, removed_at)
      VALUES ('\(id(3))', 'manual', 'cd', 'V', 'C', 'GONE 1', 5, 6, 7)
      """,
      "INSERT INTO artist_credit (release_id, position, name, role) VALUES ('\(id(1))', 0, 'A', NULL), ('\(id(1))', 1, 'P', 'Producer')",
      "INSERT INTO label_credit (release_id, position, name, catalog_number) VALUES ('\(id(1))', 0, 'L', 'XY-100')",
      "INSERT INTO identifier (release_id, position, type, value) VALUES ('\(id(1))', 0, 'Matrix / Runout', 'ABC-1A STERLING')",
      """
      INSERT INTO track (release_id, position, kind, printed_position, title, seconds)
      VALUES ('\(id(1))', 0, 'track', 'A1', 'One', 60)
      """,
    ]
  }

  @Test func `a library of the version before is found by its numbers, and its records are complete`() throws {
    let before = try #require(Migration.all.firstIndex { $0.name == "0021-release-details" })
    let first = try scratch.open(migrations: Array(Migration.all.prefix(before)))
    try first.write { transaction in for statement in statements { try transaction.run(statement) } }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    try database.read { reading in
      func found(_ text: String) throws -> [String] {
        try reading.releases(numbered: text, limit: 9).map { "\($0.release.id.text) \($0.kind.rawValue) \($0.value)" }
      }
      #expect(try found("ck63628") == ["\(id(1)) catalog-number CK 63628"])
      #expect(try found("xy100") == ["\(id(1)) catalog-number XY-100"])
      #expect(try found("007464") == ["\(id(1)) barcode 0074646362822"])
      #expect(try found("abc1a") == ["\(id(1)) matrix ABC-1A STERLING"])
      #expect(try found("sterl") == ["\(id(1)) matrix ABC-1A STERLING"])
      // A release that was removed is in no list.
      #expect(try found("gone1") == [])
      #expect(try reading.all("SELECT key FROM release_number WHERE release_id = '\(id(3))'") { try $0.text(0) } == [])
      let detail = try given(try reading.detail(of: try given(Release.ID(id(1)))))
      #expect(detail.artists == [ArtistCredit(name: "A"), ArtistCredit(name: "P", role: "Producer")])
      #expect(detail.tracks == [Track(position: "A1", title: "One", seconds: 60)])
      #expect(detail.companies == [] && detail.master == nil)
      #expect(
        try reading.releaseTotal(in: ReleaseFilter(medium: .vinyl)) == 1
          && reading.releaseTotal(in: ReleaseFilter(medium: .cd)) == 1)
    }
  }
}
