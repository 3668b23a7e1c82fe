/// The content of a database file that was checked whole. Nothing in it is changed.
package struct CheckedDatabase: Sendable {
  /// The number of rows by table.
  package let rows: [String: Int]
  /// The names of its migrations, sorted.
  package let migrations: [String]
  /// The newest sequence number; 0 if there is none.
  package let newestSequence: Int64
  /// The digests of the files of its attachments, sorted.
  package let attachedFiles: [String]

  /// Checks a database that no program has open: its header, every page and index, every reference between rows, and
  /// that it needs no later program.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - migrations: all migrations that this program knows.
  ///   - query: a query for the newest sequence number, as in `Database.init`.
  ///   - goesOn: returns false to end the check early. It is called often.
  /// - Throws: `DatabaseRefused` with the finding; `StorageError` if the file cannot be read, or `.interrupted`.
  package init(
    at path: String, known migrations: [Migration], newestSequence query: String, while goesOn: @escaping () -> Bool
  ) throws {
    let file = DatabaseFile(path: path)
    switch try file.content() {
    case .ours: break
    case .none: throw DatabaseRefused(path: path, reason: .damaged("it is empty"))
    case .refused(let reason): throw DatabaseRefused(path: path, reason: reason)
    }
    do {
      let connection = try DatabaseConnection(path: path, access: .frozen)
      connection.whileRunning(every: Self.stepsBetweenQuestions, goesOn)
      defer { connection.whileRunning(every: 0) { true } }
      try Self.check(connection, path)
      self.migrations = try connection.texts("SELECT name FROM schema_migration ORDER BY name")
      let unknown = Set(self.migrations).subtracting(migrations.map(\.name)).sorted()
      guard unknown.isEmpty else {
        throw DatabaseRefused(
          path: path, reason: .newer(unknown: unknown, newest: migrations.last?.name ?? "none"))
      }
      // The tables of the search index have no rows of their own, and some of them cannot be read one after the other.
      let tables = try connection.texts(
        """
        SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        ORDER BY name
        """)
      var rows: [String: Int] = [:]
      for table in tables {
        let quoted = table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        rows[table] = Int(try connection.integer("SELECT count(*) FROM \"\(quoted)\"") ?? 0)
      }
      self.rows = rows
      newestSequence = try connection.newestSequence(query)
      // A library from before attachments has no such table.
      attachedFiles =
        tables.contains("attachment")
        ? try connection.texts("SELECT DISTINCT content FROM attachment ORDER BY content") : []
    } catch let error as StorageError where [.damaged, .failed, .mismatch].contains(error.kind) {
      throw DatabaseRefused(path: path, reason: .damaged(error.message))
    }
  }

  private static let stepsBetweenQuestions = 10_000

  private static func check(_ connection: DatabaseConnection, _ path: String) throws {
    let finding = try connection.text("PRAGMA integrity_check(1)")
    guard finding == "ok" else {
      throw DatabaseRefused(path: path, reason: .damaged(finding ?? "the check returned nothing"))
    }
    if let table = try connection.text("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") {
      throw DatabaseRefused(path: path, reason: .damaged("a row of \(table) refers to a row that is missing"))
    }
  }
}

extension DatabaseConnection {
  /// Returns the first column of all rows.
  fileprivate func texts(_ sql: String) throws -> [String] {
    var texts: [String] = []
    try query(sql, []) { row in
      texts.append(try row.text(0))
      return true
    }
    return texts
  }
}
