import Deadwax
import Storage
import Testing

/// Tests of the migration that adds the links of sessions: a link of the version before stays valid.
@Suite(.timeLimit(.minutes(5)))
struct SessionLinkMigrationTests {
  @Test func `a link of staff from the version before stays, and one of a session comes beside it`() throws {
    let scratch = try Scratch(inMemory: true)
    let before = try #require(Migration.all.firstIndex { $0.name == "0029-session-links" })
    let first = try scratch.open(migrations: Array(Migration.all.prefix(before)))
    let id = "0193489a-7c20-7e0b-a1c3-000000000001"
    try first.write { transaction in
      try transaction.run(
        """
        INSERT INTO borrower (id, name, short_name, group_name, created_at, modified_at)
        VALUES ('\(id)', 'Ada Lovelace', 'Ada L.', 'standard', 1, 1)
        """)
      try transaction.run(
        """
        INSERT INTO borrower_link (borrower_id, hash, created_at, ends_at)
        VALUES ('\(id)', x'0102', 1, 9223372036854775807)
        """)
    }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    let borrower = try #require(Borrower.ID(id))
    let kept = try #require(try database.read { try $0.link(hash: [1, 2]) })
    #expect(kept.borrower == borrower && kept.kind == .staff)
    let session = try #require(StoredSession.ID("0193489a-7c20-7e0b-a1c3-000000000002"))
    for number in 3...4 {
      try database.write { transaction in
        let link = BorrowerLinkRecord(
          borrower: borrower, kind: .session(session), createdAt: transaction.now,
          endsAt: transaction.now + .seconds(60))
        try transaction.store(link, hash: [UInt8(number)])
      }
    }
    #expect(try database.read { try $0.link(hash: [1, 2])?.kind } == .staff)
    #expect(try database.read { try $0.link(hash: [4])?.kind } == .session(session))
    // The newer one took its place.
    #expect(try database.read { try $0.link(hash: [3]) } == nil)
    #expect(try database.read { try $0.everyLink(of: borrower).count } == 2)
    // The one that ends last.
    #expect(try database.read { try $0.link(of: borrower)?.kind } == .staff)
    #expect(try database.write { try $0.removeLink(of: session) })
    #expect(try database.read { try $0.everyLink(of: borrower).map(\.kind) } == [.staff])
  }
}
