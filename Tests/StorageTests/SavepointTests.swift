import Foundation
import Storage
import TestSupport
import Testing

/// Tests of a savepoint in a large change.
@Suite(.timeLimit(.minutes(5)))
struct SavepointTests {
  /// Returns the number of SQLite's temporary files that this process has open. They have no name in any folder.
  private func temporaryFiles() throws -> Int {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc/self/fd").count {
      // The descriptor of the listing itself is closed by now.
      (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("etilqs_") ?? false
    }
  }

  /// In memory, SQLite would walk through all of it after each statement: the time would grow with the square of the rows.
  @Test func `the pages from before a savepoint are in a file, which ends with the transaction`() throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    defer { database.close() }
    let count = 5000
    try database.write { transaction in
      for number in 1...count {
        try transaction.run(
          "INSERT INTO record (id, code, title) VALUES (?1, ?2, ?3)", number, "code \(number)",
          String(repeating: "x", count: 200))
      }
    }
    let before = try temporaryFiles()
    let during = try database.write { transaction in
      let point = try transaction.savepoint()
      for number in 1...count {
        try transaction.run("UPDATE record SET title = 'short', count = 1 WHERE id = ?1", number)
      }
      let during = try temporaryFiles()
      try point.rollBack()
      return during
    }
    #expect(during == before + 1)
    #expect(try temporaryFiles() == before)
    let unchanged = try database.read { reading in
      try reading.first("SELECT count(*) FROM record WHERE count = 0 AND length(title) = 200") { try $0.integer(0) }
    }
    #expect(unchanged == Int64(count))
  }
}
