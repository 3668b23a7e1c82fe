import Deadwax
import Storage
import Testing

@testable import StoragePostgreSQL

/// Tests of what only the engine for PostgreSQL does. They need no server.
@Suite(.timeLimit(.minutes(5)))
struct PostgreSQLTests {
  @Test(arguments: [
    ("SELECT ?1, ?2, ?1", "SELECT $1, $2, $1", 2),
    ("SELECT ?, ?", "SELECT $1, $2", 2),
    ("SELECT ?2 LIMIT ?", "SELECT $2 LIMIT $3", 3),
    (
      "SELECT '?1', \"a?\", 'it''s ?' -- ?\nFROM a WHERE b = ?",
      "SELECT '?1', \"a?\", 'it''s ?' -- ?\nFROM a WHERE b = $1", 1
    ),
    ("SELECT ?12", "SELECT $12", 12),
  ])
  func `parameters get PostgreSQL's form`(text: String, sql: String, count: Int) {
    let made = PostgreSQLText(text)
    #expect(made.sql == sql && made.parameterCount == count)
  }

  @Test(
    arguments: [
      ("23505", .conflict), ("23503", .reference), ("23514", .constraint), ("23502", .constraint), ("22P02", .mismatch),
      ("55P03", .busy), ("40001", .busy), ("53100", .full), ("53300", .unavailable), ("08006", .unavailable),
      ("57P01", .unavailable), ("57014", .interrupted), ("25006", .readOnly), ("XX001", .damaged), ("42601", .failed),
    ] as [(String, StorageError.Kind)])
  func `each SQLSTATE has the kind that the same failure of SQLite has`(state: String, kind: StorageError.Kind) {
    #expect(StorageError.kind(of: state) == kind)
  }

  @Test func `a server that cannot be reached is an error of that kind`() {
    let error = #expect(throws: StorageError.self) { try PostgreSQLConnection("host=/nonexistent dbname=deadwax") }
    #expect(error?.kind == .unavailable)
  }
}
