import Deadwax
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HistoryJSONTests {
  @Test func `a row of the ledger has the bytes of SQLite's own JSON`() throws {
    let library = try StorageLibrary()
    let borrower = library.borrowers[0]
    let scalars = (0...0x2FF).compactMap { Unicode.Scalar($0).map { String($0) } }
    let texts = [scalars.joined(), scalars.dropFirst().joined(separator: "a"), "日本 🎵", ""]
    for text in texts {
      try library.write { transaction in
        var changed = try given(try transaction.borrower(borrower))
        changed.note = "<\(text)>"
        check(try transaction.update(changed))
      }
      try library.database.read { reading in
        for table in [HistoryTable.borrower, .copy, .code] {
          for (key, json) in try reading.dump(of: table) {
            let row = try reading.ledgerRow(table, key)
            #expect(row == json)
          }
        }
      }
    }
  }
}
