import Deadwax
import Log
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MigrationTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch(inMemory: true) }

  let second = Migration(
    name: "0002-shelves",
    sql: """
      -- A trigger has semicolons of its own.
      CREATE TABLE shelf (name TEXT NOT NULL PRIMARY KEY, filled INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE TRIGGER filled AFTER INSERT ON record BEGIN
        UPDATE shelf SET filled = filled + 1;
      END;
      INSERT INTO shelf (name) VALUES ('A; B');
      """)

  func applied(_ database: Database) throws -> [String] {
    try database.read { try $0.all("SELECT name FROM schema_migration ORDER BY name") { try $0.text(0) } }
  }

  @Test func `each step is done once, in order, and recorded with its time`() throws {
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    let first = try Database(path: scratch.path, migrations: schema, logger: .silent, now: { time })
    #expect(try applied(first) == ["0001-records"])
    try first.write { try $0.run("INSERT INTO record (code) VALUES ('kept')") }
    first.close()
    for _ in 0..<2 {
      let later = try scratch.open(migrations: schema + [second])
      #expect(try applied(later) == ["0001-records", "0002-shelves"])
      let at = try later.read { transaction in
        try transaction.first("SELECT applied_at FROM schema_migration WHERE name = '0001-records'") { try $0.time(0) }
      }
      #expect(at == time)
      #expect(try later.read { try $0.first("SELECT name FROM shelf") { try $0.text(0) } } == "A; B")
      #expect(try later.read { try $0.first("SELECT code FROM record") { try $0.text(0) } } == "kept")
      later.close()
    }
  }

  @Test func `a step that fails is undone whole, and those before it stay`() throws {
    let broken = Migration(
      name: "0003-broken", sql: "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)")
    let error = #expect(throws: StorageError.self) { try scratch.open(migrations: schema + [second, broken]) }
    #expect(error?.message == "no such table: nowhere")
    let database = try scratch.open(migrations: schema + [second])
    #expect(try applied(database) == ["0001-records", "0002-shelves"])
    #expect(
      try database.read { try $0.first("SELECT 1 FROM sqlite_schema WHERE name = 'half'") { try $0.flag(0) } } == nil)
  }

  @Test func `a table with references to it can be rebuilt`() throws {
    let first = try scratch.open()
    try first.write { transaction in
      try transaction.run("INSERT INTO record (id, code) VALUES (1, 'a')")
      try transaction.run("INSERT INTO loan (record, sequence) VALUES (1, 1)")
    }
    first.close()
    // The procedure of <https://www.sqlite.org/lang_altertable.html#otheralter>.
    let rebuild = Migration(
      name: "0002-rebuild",
      sql: """
        CREATE TABLE record_new (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, side TEXT NOT NULL) STRICT;
        INSERT INTO record_new (id, code, side) SELECT id, code, 'A' FROM record;
        DROP TABLE record;
        ALTER TABLE record_new RENAME TO record;
        """)
    let database = try scratch.open(migrations: schema + [rebuild])
    #expect(try database.read { try $0.first("SELECT side FROM record") { try $0.text(0) } } == "A")
    // Foreign keys are enforced again afterwards.
    let error = #expect(throws: StorageError.self) {
      try database.write { try $0.run("INSERT INTO loan (record, sequence) VALUES (99, 2)") }
    }
    #expect(error?.kind == .reference)
  }

  @Test func `a step that leaves a reference to nothing is undone`() throws {
    let first = try scratch.open()
    try first.write { transaction in
      try transaction.run("INSERT INTO record (id, code) VALUES (1, 'a')")
      try transaction.run("INSERT INTO loan (record, sequence) VALUES (1, 1)")
    }
    first.close()
    let careless = Migration(name: "0002-careless", sql: "DELETE FROM record")
    let error = #expect(throws: StorageError.self) { try scratch.open(migrations: schema + [careless]) }
    #expect(error?.kind == .reference)
    #expect(error?.message.contains("0002-careless") == true)
    let database = try scratch.open()
    #expect(try database.read { try $0.first("SELECT code FROM record") { try $0.text(0) } } == "a")
  }
}
