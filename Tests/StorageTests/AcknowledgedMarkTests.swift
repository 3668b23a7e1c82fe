import Log
import Storage
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct AcknowledgedMarkTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  let newest = "SELECT max(sequence) FROM loan"

  /// Creates a database with ten acknowledged changes, of which the last five are still in the log, as after `kill -9`.
  func interrupted() throws -> Scratch {
    let first = try scratch.open(newestSequence: newest)
    try first.write { try $0.run("INSERT INTO record (id, code) VALUES (1, 'a')") }
    for sequence in 1...5 { try lend(first, Int64(sequence)) }
    first.close()
    let second = try scratch.open(newestSequence: newest)
    for sequence in 6...10 { try lend(second, Int64(sequence)) }
    return try scratch.copy()
  }

  func lend(_ database: Database, _ sequence: Int64) throws {
    try database.write { transaction in
      try transaction.run("INSERT INTO loan (record, sequence) VALUES (1, ?)", sequence)
      transaction.acknowledge(sequence)
    }
  }

  func sequences(_ database: Database) throws -> [Int64] {
    try database.read { try $0.all("SELECT sequence FROM loan ORDER BY sequence") { try $0.integer(0) } }
  }

  @Test func `the mark is a line that can be read`() throws {
    let copy = try interrupted()
    let line = String(decoding: try copy.bytes("desk.sqlite.ack"), as: UTF8.self)
    #expect(line.hasPrefix("acknowledged 00000000000000000010 "))
    #expect(line.utf8.count == 51 && line.hasSuffix("\n"))
    #expect(try sequences(copy.open(newestSequence: newest)) == Array(1...10))
  }

  @Test func `a byte flipped in the log is noticed`() throws {
    let whole = try interrupted()
    let log = try whole.bytes("desk.sqlite-wal")
    // The log has a header of 32 bytes, then frames of 24 + 4096 (<https://www.sqlite.org/fileformat2.html#walformat>).
    // No bytes follow the last commit, so every byte is relevant.
    for place in stride(from: 0, to: log.count, by: 997) {
      let broken = try whole.copy()
      var bytes = log
      bytes[place] ^= 0x10
      try broken.put(bytes, in: "desk.sqlite-wal")
      let before = try broken.content()
      let refusal = #expect(throws: DatabaseRefused.self, "byte \(place)") {
        try broken.open(newestSequence: newest)
      }
      guard case .lostTail(outside: 10, let inside) = refusal?.reason, (5...9).contains(inside) else {
        Issue.record("byte \(place): \(String(describing: refusal))")
        continue
      }
      #expect(refusal?.description.contains("it ends at \(inside), but 10 was acknowledged") == true)
      #expect(try broken.content() == before)
      // A second attempt gives the same error; only the operator's option opens it.
      #expect(throws: DatabaseRefused.self) { try broken.open(newestSequence: newest) }
      let opened = try broken.open(newestSequence: newest, acceptLoss: true)
      #expect(try sequences(opened) == Array(1...inside))
      opened.close()
      _ = try broken.open(newestSequence: newest)
    }
  }

  @Test func `a log that is gone is noticed`() throws {
    let broken = try interrupted()
    try broken.remove("desk.sqlite-wal")
    let refusal = #expect(throws: DatabaseRefused.self) { try broken.open(newestSequence: newest) }
    #expect(refusal?.reason == .lostTail(outside: 10, inside: 5))
  }

  @Test func `a missing database is detected, and never created again`() throws {
    let broken = try interrupted()
    try broken.remove("desk.sqlite")
    try broken.remove("desk.sqlite-wal")
    let refusal = #expect(throws: DatabaseRefused.self) { try broken.open(newestSequence: newest) }
    #expect(refusal?.reason == .lostTail(outside: 10, inside: 0))
    #expect(try broken.names() == ["desk.sqlite.ack"])
    #expect(try sequences(broken.open(newestSequence: newest, acceptLoss: true)).isEmpty)
  }

  @Test func `a mark behind the database is brought up`() throws {
    let copy = try interrupted()
    let early = Array("acknowledged 00000000000000000003 ".utf8)
    // The checksum comes from a database whose newest sequence is 3.
    let other = try Scratch()
    let database = try other.open(newestSequence: newest)
    try database.write { try $0.run("INSERT INTO record (id, code) VALUES (1, 'a')") }
    try lend(database, 3)
    database.close()
    let line = try other.bytes("desk.sqlite.ack")
    #expect(line.starts(with: early))
    try copy.put(line, in: "desk.sqlite.ack")
    try copy.open(newestSequence: newest).close()
    #expect(String(decoding: try copy.bytes("desk.sqlite.ack"), as: UTF8.self).contains("00000000000000000010 "))
  }

  @Test(arguments: [
    "", "garbage\n", "acknowledged 00000000000000000099 0123456789abcdef\n", String(repeating: "z", count: 500),
  ])
  func `an unreadable mark is reported and written again`(content: String) throws {
    let copy = try interrupted()
    try copy.put(Array(content.utf8), in: "desk.sqlite.ack")
    let lines = Locked<[String]>([])
    let logger = Logger(part: "storage") { _, line in lines.withLock { $0.append(line) } }
    let database = try Database(path: copy.path, migrations: schema, logger: logger, newestSequence: newest)
    database.close()
    #expect(lines.withLock { $0.contains { $0.contains("cannot read") } } == !content.isEmpty)
    let line = String(decoding: try copy.bytes("desk.sqlite.ack"), as: UTF8.self)
    #expect(line.contains(" 00000000000000000010 ") && line.utf8.count == 51)
  }

  @Test func `a change that was undone is not acknowledged`() throws {
    struct Refused: Error {}
    let database = try scratch.open(newestSequence: newest)
    try database.write { try $0.run("INSERT INTO record (id, code) VALUES (1, 'a')") }
    try lend(database, 1)
    #expect(throws: Refused.self) {
      try database.write { transaction in
        transaction.acknowledge(2)
        throw Refused()
      }
    }
    #expect(String(decoding: try scratch.bytes("desk.sqlite.ack"), as: UTF8.self).contains(" 00000000000000000001 "))
  }

  @Test func `the mark is set before the caller is informed`() throws {
    let database = try scratch.open(newestSequence: newest)
    let seen = Locked("")
    let done = Latch()
    database.submit { transaction in
      try transaction.run("INSERT INTO record (id, code) VALUES (1, 'a')")
      transaction.acknowledge(77)
    } then: { [scratch] _ in
      seen.withLock { $0 = String(decoding: (try? scratch.bytes("desk.sqlite.ack")) ?? [], as: UTF8.self) }
      done.raise()
    }
    done.wait()
    #expect(seen.withLock { $0 }.contains(" 00000000000000000077 "))
  }

  @Test func `the query of a schema to come is asked after its migrations`() throws {
    let first = try scratch.open()
    first.close()
    let rename = Migration(name: "0002-rename", sql: "ALTER TABLE loan RENAME COLUMN sequence TO number")
    let database = try scratch.open(
      migrations: schema + [rename], newestSequence: "SELECT max(number) FROM loan")
    #expect(try database.read { try $0.first("SELECT count(number) FROM loan") { try $0.integer(0) } } == 0)
  }
}
