import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct DatabaseRefusedTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Creates a closed database with a few thousand rows.
  func fill(_ scratch: Scratch, migrations: [Migration] = schema) throws {
    let database = try scratch.open(migrations: migrations)
    try fill(database)
    database.close()
  }

  func fill(_ database: Database) throws {
    try database.write { transaction in
      for number in 0..<3000 {
        try transaction.run("INSERT INTO record (code, title) VALUES (?, ?)", "code \(number)", "title \(number % 7)")
      }
    }
  }

  /// Opens the database, expects the refusal, and expects that no file except the mark has changed or appeared.
  @discardableResult
  func expectRefusal(
    of scratch: Scratch, migrations: [Migration] = schema, newestSequence: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DatabaseRefused? {
    let before = try scratch.content()
    let names = try scratch.names()
    let refusal = #expect(throws: DatabaseRefused.self, sourceLocation: sourceLocation) {
      try scratch.open(migrations: migrations, newestSequence: newestSequence)
    }
    for (name, bytes) in before {
      #expect(try scratch.bytes(name) == bytes, "\(name) was changed", sourceLocation: sourceLocation)
    }
    #expect(
      try Set(scratch.names()).subtracting(names).isSubset(of: ["desk.sqlite.ack"]), sourceLocation: sourceLocation)
    #expect(refusal?.description.contains(scratch.path) == true, sourceLocation: sourceLocation)
    #expect(refusal?.description.contains("not changed") == true, sourceLocation: sourceLocation)
    return refusal
  }

  @Test(arguments: ["x", "not a database at all", String(repeating: "garbage ", count: 10_000)])
  func `a file of another kind is not a database`(text: String) throws {
    try scratch.put(Array(text.utf8), in: "desk.sqlite")
    #expect(try expectRefusal(of: scratch)?.reason == .notADatabase)
    #expect(try scratch.names() == ["desk.sqlite"])
  }

  @Test(arguments: [0, 1, 0x0F05_5112])
  func `another program's database is not ours`(application: UInt32) throws {
    try fill(scratch)
    var bytes = try scratch.bytes("desk.sqlite")
    // The application id, big-endian (<https://www.sqlite.org/fileformat2.html#application_id>). The value 0 is that of
    // a program that sets none, the last one that of Fossil.
    for index in 0..<4 { bytes[68 + index] = UInt8(truncatingIfNeeded: application >> UInt32(24 - 8 * index)) }
    try scratch.put(bytes, in: "desk.sqlite")
    #expect(try expectRefusal(of: scratch)?.reason == .notADatabase)
  }

  @Test func `a database of a newer program is refused with what it has more`() throws {
    let later = [Migration(name: "0002-later", sql: "CREATE TABLE later (x INTEGER) STRICT")]
    try fill(scratch, migrations: schema + later)
    let refusal = try expectRefusal(of: scratch)
    #expect(refusal?.reason == .newer(unknown: ["0002-later"], newest: "0001-records"))
    #expect(refusal?.description.contains("0002-later") == true)
    // The same while all of it is still in the log.
    let other = try Scratch()
    let open = try other.open(migrations: schema + later)
    try fill(open)
    let copy = try other.copy()
    #expect(try !copy.bytes("desk.sqlite-wal").isEmpty)
    try expectRefusal(of: copy)
    // The newer program can still open both.
    _ = try scratch.open(migrations: schema + later)
    _ = try copy.open(migrations: schema + later)
  }

  @Test func `a truncated database is damaged`() throws {
    try fill(scratch)
    let whole = try scratch.bytes("desk.sqlite")
    for length in [3, 16, 50, 99, 100, 512, 4095, 4096, 5000, whole.count / 2, whole.count - 4096, whole.count - 1] {
      let cut = try Scratch()
      try cut.put(Array(whole.prefix(length)), in: "desk.sqlite")
      let refusal = try expectRefusal(of: cut)
      guard case .damaged = refusal?.reason else {
        Issue.record("\(length) bytes: \(String(describing: refusal))")
        continue
      }
    }
  }

  @Test func `a page that is overwritten is damage`() throws {
    try fill(scratch)
    let whole = try scratch.bytes("desk.sqlite")
    for page in 1..<whole.count / 4096 {
      var bytes = whole
      // The type of a b-tree page is 2, 5, 10 or 13 (<https://www.sqlite.org/fileformat2.html#b_tree_pages>).
      bytes[page * 4096] = 0xFF
      let broken = try Scratch()
      try broken.put(bytes, in: "desk.sqlite")
      guard case .damaged = try expectRefusal(of: broken)?.reason else {
        Issue.record("page \(page)")
        continue
      }
    }
  }

  @Test func `a flipped byte anywhere is refused or harmless, and never crashes`() throws {
    try fill(scratch)
    let whole = try scratch.bytes("desk.sqlite")
    var random = SeededRandom(seed: 0x5EED_0001)
    // Every byte of the header, and 300 others.
    let places = Array(0..<100) + (0..<300).map { _ in Int.random(in: 100..<whole.count, using: &random) }
    var refused = 0
    for place in places {
      var bytes = whole
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      let flipped = try Scratch()
      try flipped.put(bytes, in: "desk.sqlite")
      do {
        let database = try flipped.open()
        // All data of a database that opens can be read, or the damage is reported.
        do {
          _ = try database.read { transaction in
            try transaction.all("SELECT id, code, title, count FROM record ORDER BY title") { row in
              (try row.integer(0), try row.text(1), try row.optionalText(2), try row.integer(3))
            }
          }
        } catch let error as StorageError {
          #expect(
            [.damaged, .mismatch, .unavailable].contains(error.kind), "\(place): \(error)")
        }
      } catch is DatabaseRefused {
        refused += 1
        #expect(try flipped.bytes("desk.sqlite") == bytes)
      } catch let error as StorageError {
        Issue.record("byte \(place): \(error)")
      }
    }
    print("\(refused) of \(places.count) flipped bytes were refused")
    #expect(refused >= 50)
  }

  @Test func `a log without its database is refused`() throws {
    let database = try scratch.open()
    try fill(database)
    for content in [[UInt8]?.none, []] {
      let orphan = try scratch.copy()
      try orphan.remove("desk.sqlite")
      if let content { try orphan.put(content, in: "desk.sqlite") }
      guard case .damaged(let finding) = try expectRefusal(of: orphan)?.reason else {
        Issue.record("not refused as damaged")
        continue
      }
      #expect(finding.contains("desk.sqlite-wal"))
    }
  }

  @Test func `an empty file becomes a database`() throws {
    try scratch.put([], in: "desk.sqlite")
    try fill(scratch)
  }

  @Test func `the remains of an interrupted creation do no harm`() throws {
    try scratch.put(Array("half".utf8), in: "desk.sqlite.new")
    try scratch.put(Array("half".utf8), in: "desk.sqlite.new-journal")
    try fill(scratch)
    #expect(try scratch.names() == ["desk.sqlite", "desk.sqlite.ack"])
  }

  @Test func `a whole database with a log is opened, and everything is there`() throws {
    let database = try scratch.open()
    try fill(database)
    let copy = try scratch.copy()
    let again = try copy.open()
    #expect(try again.read { try $0.first("SELECT count(*) FROM record") { try $0.integer(0) } } == 3000)
  }
}
