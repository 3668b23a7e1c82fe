import Glibc
import Storage
import TestSupport
import Testing

/// Tests with a full file system of two megabytes. Only root can mount it; WriteGroupTests covers the same errors with
/// a page limit.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: geteuid() == 0 || FakeCamera.isRequired, "mounting a small file system needs root"))
struct DiskFullTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.mount(bytes: 2 << 20)
  }

  let count = "SELECT count(*) FROM record"

  /// Writes acknowledged rows until the disk is full, and returns their number.
  func fill(_ database: Database) throws -> Int64 {
    let text = String(repeating: "x", count: 50_000)
    var done: Int64 = 0
    let error = #expect(throws: StorageError.self) {
      while done < 1000 {
        try database.write { [done] transaction in
          try transaction.run("INSERT INTO record (id, code, title) VALUES (?, ?, ?)", done + 1, "\(done)", text)
          transaction.acknowledge(done + 1)
        }
        done += 1
      }
    }
    #expect(error?.kind == .full)
    return done
  }

  @Test func `a full disk fails the write and nothing else, until there is room again`() throws {
    try scratch.put([UInt8](repeating: 0, count: 700_000), in: "ballast")
    let database = try scratch.open(newestSequence: count)
    let done = try fill(database)
    #expect(done > 3)
    #expect(try database.read { try $0.first(count) { try $0.integer(0) } } == done)
    // The log has used the last space: nothing can be deleted before another file is removed.
    try scratch.remove("ballast")
    try database.write { try $0.run("DELETE FROM record WHERE id <= 3") }
    try database.write { try $0.run("INSERT INTO record (code) VALUES ('after')") }
    #expect(try database.read { try $0.first(count) { try $0.integer(0) } } == done - 2)
    #expect(try database.read { try $0.first("PRAGMA integrity_check") { try $0.text(0) } } == "ok")
  }

  @Test func `acknowledged scans are stored after a start on the full disk`() throws {
    try scratch.put([UInt8](repeating: 0, count: 100_000), in: "ballast")
    let database = try scratch.open(newestSequence: count)
    let done = try fill(database)
    // The shared memory of the log requires 32 KiB.
    try scratch.remove("ballast")
    database.close()
    let again = try scratch.open(newestSequence: count)
    #expect(try again.read { try $0.first(count) { try $0.integer(0) } } == done)
  }
}
