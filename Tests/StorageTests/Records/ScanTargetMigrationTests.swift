import Deadwax
import Storage
import Testing

/// Tests of the migration that adds scan targets: the look-ups of the version before search all media.
@Suite(.timeLimit(.minutes(5)))
struct ScanTargetMigrationTests {
  @Test func `a look-up of the version before searches all media, and an unknown target is refused`() throws {
    let scratch = try Scratch(inMemory: true)
    let before = try #require(Migration.all.firstIndex { $0.name == "0024-scan-targets" })
    let first = try scratch.open(migrations: Array(Migration.all.prefix(before)))
    let id = "0193489a-7c20-7e0b-a1c3-000000000001"
    try first.write { transaction in
      try transaction.run(
        """
        INSERT INTO release (id, status, medium, title, artist, barcode, created_at, modified_at, wished_at)
        VALUES ('\(id)', 'unresolved', 'other', 'T', 'A', '0074646362822', 1, 2, 3)
        """)
      try transaction.run(
        """
        INSERT INTO lookup_job (kind, gtin, release_id, state, next_try_at, created_at, updated_at)
        VALUES ('search', '0074646362822', '\(id)', 'pending', 1, 1, 1)
        """)
    }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    #expect(try database.read { try $0.nextLookup(at: $0.now)?.target } == .any)
    #expect(
      try database.read {
        try $0.releases(in: ReleaseFilter(isWished: true), before: nil, limit: 9).map(\.release.id.text)
      } == [id])
    #expect(throws: StorageError.self) {
      try database.write { try $0.run("UPDATE lookup_job SET target = 'cassette'") }
    }
  }
}
