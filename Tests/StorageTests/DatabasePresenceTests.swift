import Glibc
import Storage
import TestSupport
import Testing

/// Tests of an open database whose files disappear: a write that cannot be found again is never acknowledged.
@Suite(.timeLimit(.minutes(10)))
struct DatabasePresenceTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let count = "SELECT count(*) FROM record"

  private func insert(_ number: Int64, into database: Database) throws {
    try database.write { transaction in
      try transaction.run("INSERT INTO record (id, code) VALUES (?, ?)", number, "code \(number)")
      transaction.acknowledge(number)
    }
  }

  private func expectRefusal(
    by database: Database, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
      try insert(99, into: database)
    }
    #expect(error?.kind == .moved, "\(String(describing: error))", sourceLocation: sourceLocation)
    #expect(error?.message.contains(scratch.folder) == true, sourceLocation: sourceLocation)
    #expect(database.fault?.kind == .moved, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["desk.sqlite", "desk.sqlite-wal", "desk.sqlite-shm", "desk.sqlite.ack"])
  func `a write is refused when a file was removed, and makes none in its place`(name: String) throws {
    let database = try scratch.open(newestSequence: count)
    defer { database.close() }
    try insert(1, into: database)
    #expect(database.fault == nil)
    try scratch.remove(name)
    let left = try scratch.names()
    expectRefusal(by: database)
    #expect(try scratch.names() == left)
  }

  @Test(arguments: ["desk.sqlite", "desk.sqlite-wal", "desk.sqlite-shm", "desk.sqlite.ack"])
  func `a write is refused when another file has replaced the database`(name: String) throws {
    let database = try scratch.open(newestSequence: count)
    defer { database.close() }
    try insert(1, into: database)
    try scratch.put(try scratch.bytes(name), in: "copy")
    #expect(rename("\(scratch.folder)/copy", "\(scratch.folder)/\(name)") == 0)
    expectRefusal(by: database)
  }

  @Test func `a write is refused while the folder has another name, and works when it is back`() throws {
    let database = try scratch.open(newestSequence: count)
    defer { database.close() }
    try insert(1, into: database)
    let other = scratch.folder + "-moved"
    #expect(rename(scratch.folder, other) == 0)
    defer { rename(other, scratch.folder) }
    expectRefusal(by: database)
    // A different folder in its place, empty or with a database of its own, makes no difference.
    #expect(mkdir(scratch.folder, 0o700) == 0)
    expectRefusal(by: database)
    #expect(try scratch.names() == [])
    #expect(rmdir(scratch.folder) == 0)
    #expect(rename(other, scratch.folder) == 0)
    try insert(2, into: database)
    #expect(database.fault == nil)
    #expect(try database.read { try $0.first(count) { try $0.integer(0) } } == 2)
  }

  @Test func `acknowledged scans are in the database itself after the log was removed`() throws {
    let database = try scratch.open(newestSequence: count)
    for number in 1...20 { try insert(Int64(number), into: database) }
    try scratch.remove("desk.sqlite-wal")
    expectRefusal(by: database)
    // As after a kill at this moment: only the files on disk.
    let copy = try scratch.copy()
    let again = try copy.open(newestSequence: count)
    #expect(try again.read { try $0.first(count) { try $0.integer(0) } } == 20)
    again.close()
    database.close()
  }

  @Test func `a second database is not made where the folder of an open one was`() throws {
    let database = try scratch.open(newestSequence: count)
    defer { database.close() }
    try insert(1, into: database)
    let other = scratch.folder + "-moved"
    #expect(rename(scratch.folder, other) == 0)
    defer { rename(other, scratch.folder) }
    #expect(mkdir(scratch.folder, 0o700) == 0)
    defer { rmdir(scratch.folder) }
    let error = #expect(throws: StorageError.self) { try scratch.open(newestSequence: count) }
    #expect(error?.kind == .busy)
    #expect(try scratch.names() == [])
  }
}
