import Deadwax
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RowClosureTests {
  @Test func `a refund brings the fee that it refunds, so that the rows fit into an empty database`() throws {
    let library = try StorageLibrary()
    let borrower = library.borrowers[0]
    let (paid, refund) = (Fee.ID(digest: 1, 1), Fee.ID(digest: 1, 2))
    try library.write { transaction in
      try transaction.run(
        """
        INSERT INTO fee (id, borrower_id, kind, amount, currency, at, settled_at, refund_of)
        VALUES (?1, ?3, 'other', 5, 'EUR', 1, 2, NULL), (?2, ?3, 'refund', 5, 'EUR', 3, NULL, ?1)
        """, paid, refund, borrower)
    }
    let rows = try library.database.read { reading in
      var closure = RowClosure()
      try closure.grow(from: [(.fee, refund.text)], ids: [], codes: [], in: reading)
      return try HistoryTable.allCases.flatMap { table in
        try closure.rows(of: table).map { id in
          ChangeRow(table: table, row: id, before: nil, after: try reading.ledgerRow(table, id))
        }
      }
    }
    #expect(rows.filter { $0.table == .fee }.map(\.row) == [paid.text, refund.text].sorted())
    let empty = try Scratch(inMemory: true)
    let other = try empty.open(migrations: Migration.all)
    try other.write { try $0.fill(with: rows) }
    #expect(try other.read { try $0.ledgerRow(.fee, refund.text) } != nil)
  }
}
