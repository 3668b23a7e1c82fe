import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ColumnTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch(inMemory: true)
    database = try scratch.open()
  }

  @Test func `a column is read by its name, in any order and in every row`() throws {
    let sql = "SELECT 1 AS first, 'a' AS second, NULL AS third UNION ALL SELECT 2, 'b', 3"
    let rows = try database.read { reading in
      try reading.all(sql) { row in
        // The second row is read in another order than the first.
        let isFirst = try row.integer(0) == 1
        let before = isFirst ? try row.text("second") : ""
        let number = try row.integer("first")
        let after = try row.text("second")
        return "\(before)\(number)\(after)\(try row.optionalInteger("third") ?? 0)"
      }
    }
    #expect(rows == ["a1a0", "2b3"])
  }

  @Test func `each statement finds a name in its own columns`() throws {
    func answer(_ sql: String) throws -> Int64? { try database.read { try $0.first(sql) { try $0.integer("answer") } } }
    #expect(try answer("SELECT 1 AS other, 2 AS answer") == 2)
    #expect(try answer("SELECT 3 AS answer, 4 AS other") == 3)
    #expect(try answer("SELECT 1 AS other, 2 AS answer") == 2)
  }

  @Test(arguments: ["SELECT 1 AS other", "SELECT 1 AS answer, 2 AS answer"])
  func `a name that no column has, or two columns have, is an error`(sql: String) throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.first(sql) { try $0.integer("answer") } }
    }
    #expect(error?.message.contains("'answer'") == true)
    #expect(error?.sql == sql)
  }

  @Test func `a value of another type names the column`() throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.first("SELECT 1 AS other, 'secret' AS answer") { try $0.integer("answer") } }
    }
    #expect(error?.kind == .mismatch)
    #expect(error?.message == "column 1 'answer' should be an integer, but is text")
  }
}
