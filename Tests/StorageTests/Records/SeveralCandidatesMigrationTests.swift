import Deadwax
import Storage
import Testing

/// Tests of the migration that adds the index over look-ups with several records.
@Suite(.timeLimit(.minutes(5)))
struct SeveralCandidatesMigrationTests {
  @Test func `a library from before lists its undecided releases, also if it has a later migration`() throws {
    let name = "0028-several-candidates"
    let before = try #require(Migration.all.firstIndex { $0.name == name })
    for earlier in [Array(Migration.all.prefix(before)), Migration.all.filter { $0.name != name }] {
      let scratch = try Scratch(inMemory: true)
      let first = try scratch.open(migrations: earlier)
      let ids = (1...3).map { "0193489a-7c20-7e0b-a1c3-00000000000\($0)" }
      try first.write { transaction in
        let barcodes = ["0074646963524", "5018775901236", "4006680031019"]
        for (number, id) in ids.enumerated() {
          try transaction.run(
            """
            INSERT INTO release (id, status, medium, title, artist, barcode, created_at, modified_at)
            VALUES ('\(id)', 'resolved', 'cd', 'T', 'A', '\(barcodes[number])', 1, 2)
            """)
          // The first release has one record, the others have several.
          for rank in 0...(number == 0 ? 0 : number + 1) {
            try transaction.run(
              "INSERT INTO lookup_candidate VALUES ('\(id)', \(rank), '\(rank)', '{}')")
          }
        }
      }
      first.close()
      let database = try scratch.open(migrations: Migration.all)
      let found = try database.read { try $0.undecidedReleases(before: nil, limit: 9) }
      #expect(found.map(\.release.id.text) == [ids[2], ids[1]] && found.map(\.hits) == [4, 3])
      #expect(try database.read { try $0.undecidedReleaseTotal() } == 2)
      let plan = try database.read { reading in
        try reading.all("EXPLAIN QUERY PLAN SELECT release_id FROM lookup_candidate WHERE rank = 1") { try $0.text(3) }
      }
      #expect(plan.contains { $0.contains("several_lookup_candidates") }, "\(plan)")
    }
  }
}
