import Deadwax
import Glibc
import Log
import Testing
import Threads

@testable import Storage

@Suite(.timeLimit(.minutes(5)))
struct DatabaseTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
  }

  func codes() throws -> [String] {
    try database.read { try $0.all("SELECT code FROM record ORDER BY code") { try $0.text(0) } }
  }

  @Test func `written values are read, one by one or as an array`() throws {
    let changed = try database.write { transaction in
      try transaction.run("INSERT INTO record (code, title) VALUES (?, ?)", "A", String?.none)
      try transaction.run("INSERT INTO record (code, title) VALUES (?, ?)", "B", nil)
      try transaction.run("INSERT INTO record (code, count) VALUES (?, ?)", ["C", 4])
      return try transaction.run("UPDATE record SET title = ?", "Blue Train")
    }
    #expect(changed == 3)
    #expect(try codes() == ["A", "B", "C"])
    let (one, other, none) = try database.read { transaction in
      (
        try transaction.first("SELECT count FROM record WHERE code = ?", "C") { try $0.integer(0) },
        try transaction.first("SELECT count FROM record WHERE code = ?", ["C"]) { try $0.integer(0) },
        try transaction.first("SELECT count FROM record WHERE code = ?", "D") { try $0.integer(0) }
      )
    }
    #expect(one == 4 && other == 4 && none == nil)
    #expect(
      try database.read { try $0.all("SELECT code FROM record WHERE count = ?", [4]) { try $0.text(0) } } == ["C"])
  }

  @Test func `a change returns its rows and its result`() throws {
    let found = try database.write { transaction in
      let id = try transaction.first("INSERT INTO record (code) VALUES ('A'), ('B') RETURNING id") { try $0.integer(0) }
      let none = try transaction.run("UPDATE record SET count = 1 WHERE code = 'Z'")
      let table = try transaction.run("CREATE TABLE other (x INTEGER) STRICT")
      let upsert = try transaction.run(
        "INSERT INTO record (code) VALUES ('A') ON CONFLICT (code) DO UPDATE SET count = count + 1")
      let all = try transaction.run("DELETE FROM record")
      return [Int(id ?? 0), none, table, upsert, all]
    }
    #expect(found == [1, 0, 0, 1, 2])
  }

  @Test func `a query inside the closure of the same query works`() throws {
    let pairs = try database.write { transaction in
      for code in ["a", "b", "c"] { try transaction.run("INSERT INTO record (code) VALUES (?)", code) }
      let sql = "SELECT code FROM record ORDER BY code"
      return try transaction.all(sql) { outer in
        try outer.text(0) + (try transaction.all(sql) { try $0.text(0) }).joined()
      }
    }
    #expect(pairs == ["aabc", "babc", "cabc"])
  }

  @Test func `more statements than the cache holds still work`() throws {
    try database.read { transaction in
      for round in 0..<2 {
        for number in 0..<600 {
          let found = try transaction.first("SELECT \(number) + ?", round) { try $0.integer(0) }
          #expect(found == Int64(number + round))
        }
      }
    }
  }

  @Test func `a closure that throws leaves the connection fit for use`() throws {
    struct Enough: Error {}
    try database.write { try $0.run("INSERT INTO record (code) VALUES ('a'), ('b')") }
    for _ in 0..<10 {
      #expect(throws: Enough.self) {
        try database.read { try $0.all("SELECT code FROM record") { _ in throw Enough() } }
      }
      #expect(throws: Enough.self) {
        try database.write { try $0.forEach("SELECT code FROM record", []) { _ in throw Enough() } }
      }
    }
    #expect(try codes() == ["a", "b"])
  }

  @Test func `a read sees one snapshot`() throws {
    try database.write { try $0.run("INSERT INTO record (code) VALUES ('before')") }
    try database.read { transaction in
      let sql = "SELECT count(*) FROM record"
      #expect(try transaction.first(sql) { try $0.integer(0) } == 1)
      try database.write { try $0.run("INSERT INTO record (code) VALUES ('meanwhile')") }
      #expect(try transaction.first(sql) { try $0.integer(0) } == 1)
    }
    #expect(try codes() == ["before", "meanwhile"])
  }

  @Test func `eight threads read through three connections while one writes`() throws {
    // Each write leaves the sum at zero; a read that saw half of one would not.
    try database.write { transaction in
      try transaction.run("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL) STRICT")
      for id in 0..<10 { try transaction.run("INSERT INTO account (id, balance) VALUES (?, 0)", id) }
    }
    let isOver = Latch()
    let reads = Locked(0)
    let lanes = (0..<8).map { number in
      DedicatedThread("reader-\(number)") { [database] in
        repeat {
          do {
            let sum = try database.read { transaction in
              let balances = try transaction.all("SELECT balance FROM account") { try $0.integer(0) }
              return balances.reduce(0, +)
            }
            #expect(sum == 0)
            reads.withLock { $0 += 1 }
          } catch {
            Issue.record(error)
          }
        } while !isOver.isRaised
      }
    }
    for number in 0..<300 {
      try database.write { transaction in
        try transaction.run("UPDATE account SET balance = balance - 1 WHERE id = ?", number % 10)
        try transaction.run("UPDATE account SET balance = balance + 1 WHERE id = ?", (number + 3) % 10)
      }
    }
    isOver.raise()
    for lane in lanes { lane.join() }
    #expect(reads.withLock { $0 } >= 8)
  }

  @Test func `a read inside a read traps`() async {
    await #expect(processExitsWith: .failure) {
      let scratch = try Scratch()
      let database = try scratch.open()
      scratch.removeAll()
      try database.read { _ in try database.read { _ in } }
    }
  }

  @Test func `closing does what waits, and refuses what comes later`() throws {
    let answers = Locked(0)
    for number in 0..<100 {
      database.submit {
        try $0.run("INSERT INTO record (code) VALUES (?)", "\(number)")
      } then: { result in
        if case .success = result { answers.withLock { $0 += 1 } }
      }
    }
    database.close()
    database.close()
    #expect(answers.withLock { $0 } == 100)
    #expect(throws: StorageError.self) { try database.write { _ in } }
    #expect(throws: StorageError.self) { try database.read { _ in } }
    let again = try scratch.open()
    #expect(try again.read { try $0.first("SELECT count(*) FROM record") { try $0.integer(0) } } == 100)
  }

  @Test func `closing leaves the database and its mark, and no log`() throws {
    try database.write { try $0.run("INSERT INTO record (code) VALUES ('a')") }
    #expect(try scratch.names() == ["desk.sqlite", "desk.sqlite-shm", "desk.sqlite-wal", "desk.sqlite.ack"])
    database.close()
    #expect(try scratch.names() == ["desk.sqlite", "desk.sqlite.ack"])
  }

  @Test func `a database that is dropped is closed`() throws {
    let other = try Scratch()
    var dropped: Database? = try other.open()
    try dropped?.write { try $0.run("INSERT INTO record (code) VALUES ('a')") }
    dropped = nil
    let again = try other.open()
    #expect(try again.read { try $0.first("SELECT code FROM record") { try $0.text(0) } } == "a")
  }

  @Test func `its files are for its owner alone`() throws {
    try database.write { try $0.run("INSERT INTO record (code) VALUES ('a')") }
    for name in try scratch.names() {
      var status = stat()
      #expect(stat("\(scratch.folder)/\(name)", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  @Test func `a second program is refused while it is open`() throws {
    let error = #expect(throws: StorageError.self) { try scratch.open() }
    #expect(error?.kind == .busy)
    #expect(error?.message.contains("another program has the database open") == true)
    database.close()
    _ = try scratch.open()
  }

  @Test func `a claim that was given back counts no more, though a forked child still has its socket`() throws {
    let path = scratch.folder + "/claimed.sqlite"
    var claim: PathClaim? = try PathClaim(path: path)
    let copy = dup(try #require(claim).socket)
    #expect(throws: StorageError.self) { try PathClaim(path: path) }
    claim = nil
    let child = DedicatedThread("child") {
      // Longer than the wait for a claim that is in use.
      usleep(1_500_000)
      close(copy)
    }
    #expect(try PathClaim(path: path) != nil)
    child.join()
  }

  @Test func `a read ends in the middle of a query when it is not to go on`() throws {
    var prompted = 0
    let error = #expect(throws: StorageError.self) {
      try database.read {
        prompted += 1
        return prompted < 3
      } _: { reading in
        // A query that never ends.
        try reading.first("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n") {
          try $0.integer(0)
        }
      }
    }
    #expect(error?.kind == .interrupted && prompted == 3)
    // The connection is still usable.
    for _ in 0..<5 { #expect(try database.read { try $0.first("SELECT 7") { try $0.integer(0) } } == 7) }
  }

  @Test func `every connection keeps the rules`() throws {
    let request: @Sendable (any Queryable) throws -> [Int64?] = { connection in
      try ["foreign_keys", "trusted_schema", "cell_size_check", "application_id"].map { name in
        try connection.first("PRAGMA \(name)") { try $0.integer(0) }
      }
    }
    // `DWAX` in ASCII.
    let expected: [Int64?] = [1, 0, 1, 0x4457_4158]
    #expect(try database.read(request) == expected)
    #expect(try database.write { try request($0) } == expected)
    let (mode, synchronous) = try database.write { transaction in
      (
        try transaction.first("PRAGMA journal_mode") { try $0.text(0) },
        try transaction.first("PRAGMA synchronous") { try $0.integer(0) }
      )
    }
    // 2 is FULL (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
    #expect(mode == "wal" && synchronous == 2)
    // DEFENSIVE: the schema cannot be edited as a table.
    #expect(throws: StorageError.self) {
      try database.write { transaction in
        try transaction.run("PRAGMA writable_schema = ON")
        try transaction.run("UPDATE sqlite_schema SET sql = ''")
      }
    }
    #expect(throws: StorageError.self) {
      try database.read { try $0.first("SELECT load_extension('x')") { try $0.integer(0) } }
    }
  }

  @Test func `the log is copied into the database as it grows`() throws {
    let blob = [UInt8](repeating: 7, count: 100_000)
    try database.write { try $0.run("CREATE TABLE file (bytes BLOB NOT NULL) STRICT") }
    for _ in 0..<200 { try database.write { try $0.run("INSERT INTO file (bytes) VALUES (?)", blob) } }
    // The tests write 20 MB; the log starts over after each checkpoint of 1000 pages of 4 KiB.
    #expect(try scratch.bytes("desk.sqlite-wal").count < 6_000_000)
    #expect(try database.read { try $0.first("SELECT count(*) FROM file") { try $0.integer(0) } } == 200)
  }

  @Test(arguments: ["", "?immutable=1", " #%41", "ü'\""])
  func `a path is taken as it is`(name: String) throws {
    let path = "\(scratch.folder)/odd\(name)"
    for _ in 0..<2 {
      let odd = try Database(path: path, migrations: schema, logger: .silent)
      try odd.write { try $0.run("INSERT INTO record (code) VALUES ('a') ON CONFLICT DO NOTHING") }
      odd.close()
    }
    #expect(try scratch.names().contains("odd\(name)"))
  }

  @Test func `a folder that is not there is named`() throws {
    let path = "\(scratch.folder)/nowhere/desk.sqlite"
    let error = #expect(throws: StorageError.self) {
      try Database(path: path, migrations: schema, logger: .silent)
    }
    #expect(error?.kind == .unavailable)
    #expect(error?.message.contains(path) == true)
  }

  @Test func `writes take their time from the given clock`() throws {
    let other = try Scratch()
    let clock = Locked(Int64(1000))
    let ticking = try Database(path: other.path, migrations: schema, logger: .silent) {
      clock.withLock {
        $0 += 1
        return Timestamp(milliseconds: $0)
      }
    }
    let first = try ticking.write { $0.now }
    let second = try ticking.write { $0.now }
    #expect(first < second && second.milliseconds < 1010)
  }
}
