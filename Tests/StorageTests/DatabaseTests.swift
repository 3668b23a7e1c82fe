import Deadwax
import Log
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DatabaseTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
  }

  @Test func `what was written is read`() throws {
    let changed = try database.write { transaction in
      try transaction.run("INSERT INTO record (code, title) VALUES (?, ?)", "A", String?.none)
      try transaction.run("INSERT INTO record (code, title) VALUES (?, ?)", "B", nil)
      try transaction.run("INSERT INTO record (code, count) VALUES (?, ?)", ["C", 4])
      return try transaction.run("UPDATE record SET title = ?", "Blue Train")
    }
    #expect(changed == 3)
    let codes = try database.read { try $0.all("SELECT code FROM record ORDER BY code") { try $0.text(0) } }
    #expect(codes == ["A", "B", "C"])
    let count = try database.read { transaction in
      try transaction.first("SELECT count FROM record WHERE code = ?", "C") { try $0.integer(0) }
    }
    #expect(count == 4)
    database.close()
  }
}
