import Deadwax
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HistoryJSONTests {
  /// Returns the rows of a table by key, as the JSON functions of SQLite write them.
  private func rows(of table: HistoryTable, in reading: ReadTransaction) throws -> [String: String] {
    let layout = try reading.layout(of: table)
    var members = layout.columns.map { "'\($0)', \($0)" }
    for child in layout.children {
      let cells = child.columns.map { "'\($0)', \($0)" }.joined(separator: ", ")
      members.append(
        """
        '\(child.table)', json((SELECT json_group_array(json_object(\(cells))) FROM (
          SELECT * FROM \(child.table) WHERE release_id = \(table.rawValue).id ORDER BY position)))
        """)
    }
    let sql = """
      SELECT CAST(\(table.key) AS TEXT), json_object(\(members.joined(separator: ", "))) FROM \(table.rawValue)
      """
    return Dictionary(uniqueKeysWithValues: try reading.all(sql) { (try $0.text(0), try $0.text(1)) })
  }

  @Test func `a row of the ledger has the bytes of SQLite's own JSON`() throws {
    let library = try StorageLibrary()
    let (borrower, release) = (library.borrowers[0], library.releases[0])
    let scalars = (0...0x2FF).compactMap { Unicode.Scalar($0).map { String($0) } }
    let texts = [scalars.joined(), scalars.dropFirst().joined(separator: "a"), "日本 🎵", ""]
    for (number, text) in texts.enumerated() {
      try library.write { transaction in
        var changed = try given(try transaction.borrower(borrower))
        changed.note = "<\(text)>"
        check(try transaction.update(changed))
        try transaction.run(
          "INSERT INTO track (release_id, position, kind, printed_position, title) VALUES (?1, ?2, 'track', 'A', ?3)",
          release, number, text)
      }
      try library.database.read { reading in
        for table in [HistoryTable.borrower, .copy, .code, .release] {
          let expected = try rows(of: table, in: reading)
          let dump = try reading.dump(of: table)
          #expect(!expected.isEmpty && dump == expected, "\(table)")
          for (key, json) in expected {
            let row = try reading.ledgerRow(table, key)
            #expect(row == json)
          }
        }
      }
    }
  }
}
