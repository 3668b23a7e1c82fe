import Deadwax
import Foundation
import Log
import Storage
import TestSupport
import Testing

/// The library that the benchmarks are run on: made up by the real program, a hundredth of it.
@Suite(.timeLimit(.minutes(3)))
struct BigLibraryTests {
  private func make(_ folder: TemporaryFolder, _ name: String, seed: Int) async throws -> Database {
    let data = folder.path(name)
    let program = try ChildProgram("deadwax-bench", ["library", data, "--small", "--seed", "\(seed)"])
    #expect(try await program.exit(within: .seconds(60)) == .code(0))
    return try Database(
      path: data + "/deadwax.sqlite", migrations: Migration.all, logger: .silent,
      newestSequence: Journal.newestSequence)
  }

  private func count(_ database: Database, _ table: String, where condition: String = "1") throws -> Int {
    try database.read { reading in
      try reading.first("SELECT count(*) FROM \(table) WHERE \(condition)") { Int(try $0.integer(0)) } ?? -1
    }
  }

  @Test func `it is whole, its books balance, and one seed gives the same one twice`() async throws {
    let folder = try TemporaryFolder()
    let library = try await make(folder, "one", seed: 7)
    let counts = [
      ("release", "1", 8000), ("copy", "1", 10_000), ("borrower", "1", 1000), ("loan", "returned_at IS NULL", 1000),
      ("loan", "returned_at IS NOT NULL", 20_000), ("hold", "1", 20), ("fee", "1", 30),
    ]
    for (table, condition, wanted) in counts {
      #expect(try count(library, table, where: condition) == wanted, "\(table) where \(condition)")
    }
    #expect(try library.read { try $0.first("PRAGMA integrity_check") { try $0.text(0) } } == "ok")
    #expect(try count(library, "pragma_foreign_key_check") == 0)
    #expect(
      try count(library, "(SELECT copy_id FROM loan WHERE returned_at IS NULL GROUP BY copy_id HAVING count(*) > 1)")
        == 0)
    let dump = try library.read { try $0.dump(marks: true) }
    library.close()
    for (seed, isSame) in [(7, true), (8, false)] {
      let other = try await make(folder, "again-\(seed)", seed: seed)
      #expect(try other.read { try $0.dump(marks: true) == dump } == isSame, "seed \(seed)")
      other.close()
    }
  }
}
