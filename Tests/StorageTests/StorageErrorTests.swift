import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StorageErrorTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
    try database.write { transaction in
      try transaction.run("INSERT INTO record (id, code) VALUES (1, 'taken')")
      try transaction.run("CREATE VIRTUAL TABLE words USING fts5 (text)")
      try transaction.run("CREATE TABLE typed (number INTEGER NOT NULL) STRICT")
    }
  }

  @Test(arguments: [
    ("INSERT INTO record (code) VALUES (?)", "taken", StorageError.Kind.conflict, "2067", "record.code"),
    ("INSERT INTO record (id, code) VALUES (1, ?)", "new", .conflict, "1555", "record.id"),
    ("INSERT INTO record (code, count) VALUES (?, -1)", "new", .constraint, "275", "count"),
    ("INSERT INTO record (title) VALUES (?)", "new", .constraint, "1299", "record.code"),
    ("INSERT INTO typed (number) VALUES (?)", "new", .constraint, "3091", "typed.number"),
  ])
  func `a broken rule has its kind, the call, the SQL and the code for the log`(
    sql: String, value: String, kind: StorageError.Kind, code: String, message: String
  ) throws {
    let error = #expect(throws: StorageError.self) { try database.write { try $0.run(sql, value) } }
    #expect(error?.kind == kind)
    #expect(error?.description.contains("[\(kind.rawValue) \(code)]") == true)
    #expect(error?.call == "sqlite3_step")
    #expect(error?.sql == sql)
    #expect(error?.message.contains(message) == true)
    #expect(error?.description.contains(value) == false)
  }

  // Statements for which SQLite itself would quote the value.
  @Test(arguments: [
    ("SELECT text FROM words WHERE words MATCH ?", "semi-charmed"),
    ("SELECT text FROM words WHERE words MATCH ?", "charmed \" life"),
    ("SELECT text FROM words WHERE words MATCH ?", "charmed:"),
    ("SELECT text FROM words WHERE words MATCH ?", "*charmed"),
    ("SELECT json_extract('{}', ?)", "charmed"),
    ("SELECT json(?)", "{charmed"),
  ])
  func `no value gets into the text of an error`(sql: String, value: String) throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.all(sql, value) { try $0.text(0) } }
    }
    #expect(error?.kind == .failed)
    #expect(error?.description.contains("charmed") == false)
    #expect(error?.sql == sql)
  }

  @Test func `SQL that makes no sense names the call and what is wrong`() throws {
    let error = #expect(throws: StorageError.self) {
      try database.write { try $0.run("INSERT INTO nowhere VALUES (1)") }
    }
    #expect(error?.kind == .failed)
    #expect(error?.call == "sqlite3_prepare_v3")
    #expect(error?.message == "no such table: nowhere")
  }

  @Test(arguments: ["", "  -- only a remark\n", "SELECT 1; SELECT 2"])
  func `SQL is one statement`(sql: String) throws {
    let error = #expect(throws: StorageError.self) { try database.read { try $0.all(sql) { try $0.integer(0) } } }
    #expect(error?.kind == .misuse)
  }

  @Test(arguments: [[], [1], [1, 2, 3]])
  func `there is one value for each parameter`(values: [Int]) throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.all("SELECT ?, ?", values) { try $0.integer(0) } }
    }
    #expect(error?.kind == .misuse)
    #expect(error?.message == "\(values.count) values for 2 parameters")
    // The statement is usable again.
    #expect(try database.read { try $0.first("SELECT ?, ?", 1, 2) { try $0.integer(1) } } == 2)
  }

  @Test func `a name in double quotes is never taken for a string`() throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.all("SELECT \"nothing\" FROM record") { try $0.text(0) } }
    }
    #expect(error?.message == "no such column: nothing")
  }

  @Test func `a read cannot write`() throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.all("DELETE FROM record") { try $0.integer(0) } }
    }
    #expect(error?.kind == .readOnly)
    #expect(try database.read { try $0.first("SELECT count(*) FROM record") { try $0.integer(0) } } == 1)
  }
}
