import Deadwax
import TestSupport
import Testing
import Threads

@testable import Storage

/// Tests that the row cache learns of the rows that no statement names: those that foreign keys and triggers change.
///
/// The product's schema has no such action on a table that lists are read from; this one has each kind.
@Suite(.timeLimit(.minutes(10)))
struct RowCacheDeletionTests {
  private static let schema = Migration(
    name: "0001-actions",
    sql: """
      CREATE TABLE place (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
      CREATE TABLE release (id TEXT PRIMARY KEY, title TEXT NOT NULL) STRICT;
      CREATE TABLE person (id TEXT PRIMARY KEY) STRICT;
      CREATE TABLE copy (
        id TEXT PRIMARY KEY, position INTEGER NOT NULL,
        place_id TEXT REFERENCES place (id) ON DELETE SET NULL ON UPDATE CASCADE,
        release_id TEXT DEFAULT 'none' REFERENCES release (id) ON DELETE SET DEFAULT
      ) STRICT;
      CREATE TABLE loan (
        id TEXT PRIMARY KEY, copy_id TEXT NOT NULL REFERENCES copy (id) ON DELETE CASCADE,
        person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE
      ) STRICT;
      CREATE TABLE fee (
        amount INTEGER NOT NULL, loan_id TEXT NOT NULL REFERENCES loan (id) ON DELETE CASCADE
      ) STRICT;
      CREATE TABLE closing (copy_id TEXT PRIMARY KEY) STRICT;
      CREATE TRIGGER closing_ends_loans AFTER INSERT ON closing
        BEGIN DELETE FROM loan WHERE copy_id = new.copy_id; END;
      INSERT INTO place VALUES ('p1', 'Shelf 1'), ('p2', 'Shelf 2');
      INSERT INTO release VALUES ('r1', 'One'), ('r2', 'Two'), ('none', '-');
      INSERT INTO person VALUES ('ada'), ('ben');
      INSERT INTO copy VALUES ('c1', 1, 'p1', 'r1'), ('c2', 2, 'p1', 'r2'), ('c3', 3, 'p2', 'r2');
      INSERT INTO loan VALUES ('l1', 'c1', 'ada'), ('l2', 'c2', 'ada'), ('l3', 'c3', 'ben');
      INSERT INTO fee VALUES (100, 'l1'), (200, 'l3');
      """)

  /// A statement that changes rows beside those it names.
  enum Act: String, CaseIterable, Sendable {
    case cascade = "DELETE FROM person WHERE id = 'ada'"
    case cascadeOfCascade = "DELETE FROM person WHERE id = 'ben'"
    case setNull = "DELETE FROM place WHERE id = 'p1'"
    case setDefault = "DELETE FROM release WHERE id = 'r2'"
    case updateCascade = "UPDATE place SET id = 'p9' WHERE id = 'p1'"
    case trigger = "INSERT INTO closing VALUES ('c1')"
    case replace = "REPLACE INTO place VALUES ('p1', 'Shelf 1')"

    /// The copies of whose rows this statement names nothing.
    var copies: Set<String> {
      switch self {
      case .cascade, .setNull, .updateCascade, .replace: ["c1", "c2"]
      case .cascadeOfCascade: ["c3"]
      case .setDefault: ["c2", "c3"]
      case .trigger: ["c1"]
      }
    }
  }

  private let scratch: Scratch

  init() throws { scratch = try Scratch(inMemory: true) }

  /// A page of copies. A row depends on the copy and on its loans and their fees, and not on the row of its place or of
  /// its release, so that only the action of the foreign key can remove it from the cache.
  private let page = RowPage(
    of: .copy, limit: 10,
    keys: { reading in
      try reading.all("SELECT id, position FROM copy ORDER BY position") {
        RowPage.Key(id: try $0.text("id"), position: try $0.integer("position"))
      }
    },
    cursor: { "\($0.position)" }, all: { try Self.rows(in: $0, condition: "1") },
    one: { reading, id in try Self.rows(in: reading, condition: "c.id = '\(id)'").first }, total: { _ in nil })

  private static func rows(in reading: ReadTransaction, condition: String) throws -> [ListRow] {
    try reading.all(
      """
      SELECT c.id AS id, c.id || ' ' || coalesce(c.place_id, '-') || ' ' || c.release_id || ' ' ||
        (SELECT count(*) FROM loan l WHERE l.copy_id = c.id) || ' ' ||
        (SELECT coalesce(sum(amount), 0) FROM fee f JOIN loan l ON l.id = f.loan_id WHERE l.copy_id = c.id) AS text
      FROM copy c WHERE \(condition) ORDER BY c.position
      """
    ) { row in
      let id = try row.text("id")
      return ListRow(
        id: id, bytes: Array(try row.text("text").utf8), sources: [RowKey(.copy, id), RowKey(.loan, id)])
    }
  }

  /// Reads the page, carries out the act, and reads the page again.
  ///
  /// - Parameters:
  ///   - act: the act.
  ///   - cache: the cache through which the page is read; nil for the cache of the database.
  /// - Returns: the copies whose rows in the second page are not those of the database.
  /// - Throws: a `StorageError`.
  private func staleCopies(after act: Act, through cache: RowCache? = nil) throws -> Set<String> {
    let database = try scratch.open(migrations: [Self.schema])
    defer { database.close() }
    func read() throws -> [[UInt8]] {
      guard let cache else { return try database.read(page).rows }
      return try database.read { try page.read(in: $0, through: cache, since: cache.version) }.rows
    }
    let before = try read()
    #expect(before.count == 3)
    try database.write { try $0.run(act.rawValue) }
    let fresh = try database.read { try page.all($0) }
    // Otherwise nothing could be stale.
    #expect(Set(zip(before, fresh).filter { $0 != $1.bytes }.map { _, row in row.id }) == act.copies)
    return Set(try zip(read(), fresh).filter { $0 != $1.bytes }.map { _, row in row.id })
  }

  @Test(arguments: Act.allCases)
  func `a row that a foreign key or a trigger changes is removed from the cache`(act: Act) throws {
    #expect(try staleCopies(after: act).isEmpty)
  }

  /// The double is a cache that no connection reports to, as if the call of the hook were missing.
  @Test(arguments: Act.allCases)
  func `the same comparison finds every stale row of a cache without reports`(act: Act) throws {
    #expect(try staleCopies(after: act, through: RowCache()) == act.copies)
  }

  @Test func `a deleted row and all that depend on it leave the memory of the cache`() throws {
    let database = try scratch.open(migrations: [Self.schema])
    defer { database.close() }
    _ = try database.read(page)
    func known() -> [Bool] {
      database.rows.representations(.copy, ["c1", "c2", "c3"], in: database.rows.version).map { $0 != nil }
    }
    #expect(known() == [true, true, true])
    try database.write { try $0.run("DELETE FROM copy WHERE id = 'c1'") }
    #expect(known() == [false, true, true])
    try database.write { try $0.run("DELETE FROM person WHERE id = 'ada'") }
    #expect(known() == [false, false, true])
  }
}
