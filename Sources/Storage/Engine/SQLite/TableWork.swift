/// The amount of work that checking one table takes, used to report the progress of the check.
struct TableWork: Hashable {
  let name: String
  /// The number of its rows times the number of passes: one for the table, one for each index and one for each foreign
  /// key.
  let work: Int

  /// The approximate number of SQLite virtual machine steps for one unit of work.
  static let stepsEach = 16
}

extension DatabaseConnection {
  /// Returns all tables with their work, the schema table first.
  func tablesWithWork() throws -> [TableWork] {
    var tables: [(name: String, isVirtual: Bool)] = []
    try query(
      """
      SELECT name, coalesce(sql, '') LIKE 'CREATE VIRTUAL %' FROM sqlite_schema WHERE type = 'table' ORDER BY name
      """, []
    ) { row in
      tables.append((try row.text(0), try row.flag(1)))
      return true
    }
    return [TableWork(name: "sqlite_schema", work: 1)]
      + (try tables.map { table in
        // A virtual table stores its data in other tables, which are counted themselves.
        let work = try table.isVirtual ? 1 : rowsAtMost(in: table.name) * passes(over: table.name)
        return TableWork(name: table.name, work: work)
      })
  }

  /// Returns the highest row id, which is at least the number of rows if none is negative. Counts the rows of a table
  /// without row ids.
  private func rowsAtMost(in table: String) throws -> Int {
    let name = "\"" + table.replacing("\"", with: "\"\"") + "\""
    do {
      return max(Int(try integer("SELECT max(rowid) FROM \(name)") ?? 0), 1)
    } catch let error as StorageError where error.isExactly(.error) {
      return max(Int(try integer("SELECT count(*) FROM \(name)") ?? 0), 1)
    }
  }

  private func passes(over table: String) throws -> Int {
    let indexes = try count("SELECT count(*) FROM pragma_index_list(?)", table)
    return 1 + indexes + (try count("SELECT count(DISTINCT id) FROM pragma_foreign_key_list(?)", table))
  }

  private func count(_ sql: String, _ table: String) throws -> Int {
    var count = 0
    try query(sql, [table]) { row in
      count = Int(try row.integer(0))
      return false
    }
    return count
  }
}
