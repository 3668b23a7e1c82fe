import Deadwax
import Storage
import Testing

/// Tests of the migration that adds links to sources: releases and attachments of the version before.
@Suite(.timeLimit(.minutes(5)))
struct SourceLinkMigrationTests {
  @Test func `a record of Discogs becomes a link, a picture is a person's, and an older change is undone`() throws {
    let scratch = try Scratch(inMemory: true)
    let before = try #require(Migration.all.firstIndex { $0.name == "0025-source-links" })
    let first = try scratch.open(migrations: Array(Migration.all.prefix(before)))
    let ids = (1...3).map { "0193489a-7c20-7e0b-a1c3-00000000000\($0)" }
    try first.write { transaction in
      for (id, source) in zip(ids, ["'discogs', '249504'", "NULL, NULL", "'other', '7'"]) {
        try transaction.run(
          """
          INSERT INTO release (id, status, medium, title, artist, created_at, modified_at, source, source_id)
          VALUES ('\(id)', 'resolved', 'cd', 'T', 'A', 1, 2, \(source))
          """)
      }
      try transaction.run(
        """
        INSERT INTO attachment (id, release_id, kind, content, bytes, width, height, name, is_cover, created_at)
        VALUES ('0193489a-7c20-7e0b-a1c3-000000000009', '\(ids[0])', 'picture', '\(String(repeating: "a", count: 64))',
          1, 2, 3, 'a.jpg', 1, 4)
        """)
    }
    let release = try #require(Release.ID(ids[0]))
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    let change = try database.write { transaction in
      try transaction.setWished(true, release)
      return try given(try transaction.recordChange(.wish))
    }
    try database.write { transaction in
      try transaction.run(
        """
        UPDATE change_row SET before = json_remove(before, '$.release_link'),
          after = json_remove(after, '$.release_link')
        """)
    }
    let link = ReleaseLink(source: .discogs, number: "249504", isOwn: false)
    for (id, links) in zip(ids, [[link], [], []]) {
      let release = try #require(Release.ID(id))
      #expect(try database.read { try $0.links(of: release) } == links)
    }
    let cover = try #require(try database.read { try $0.cover(of: release) })
    #expect(cover.source == .own && cover.sourceNumber == nil)
    // The rows of the change are as those that were stored before there were links.
    #expect(try database.write { try $0.undo(change.id).change } != nil)
    #expect(try database.read { try $0.links(of: release) } == [link])
    #expect(throws: StorageError.self) {
      try database.write { try $0.run("UPDATE attachment SET source = 'elsewhere'") }
    }
  }
}
