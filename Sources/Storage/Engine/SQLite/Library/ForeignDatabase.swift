/// A copy of a database that another program made, opened for reading. Neither its schema nor its values are trusted.
package final class ForeignDatabase {
  /// A table with rows of its own; views and virtual tables are none.
  package struct Table: Sendable {
    package let name: String
    package let columns: [String]
  }

  /// A value of a cell. A text that is not UTF-8 is nil.
  package typealias Cell = Binding?

  /// The tables, in the order of their names.
  package let tables: [Table]
  private let connection: DatabaseConnection

  /// Opens the copy, and checks all of its pages.
  ///
  /// - Parameters:
  ///   - path: the path of a copy that no program has open, and that no longer has a log.
  ///   - goesOn: returns false to end early. It is called often, as long as the database is open.
  /// - Throws: a `StorageError`, `.damaged` with the finding of the check.
  package init(_ path: String, while goesOn: @escaping () -> Bool) throws {
    connection = try DatabaseConnection(path: path, access: .frozen)
    connection.whileRunning(every: 10_000, goesOn)
    var finding: String?
    try connection.query("PRAGMA quick_check(1)", []) { row in
      finding = try row.text(0)
      return false
    }
    guard finding == "ok" else {
      throw StorageError(.damaged, call: "quick_check", message: finding ?? "the check returned nothing")
    }
    var names: [String] = []
    try connection.query(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """, []
    ) { row in
      names.append(try row.text("name"))
      return true
    }
    let connection = connection
    tables = try names.map { Table(name: $0, columns: try connection.columns(of: $0)) }
  }

  deinit { connection.whileRunning(every: 0) { true } }

  /// Calls `body` with the cells of each row of a table, in the order of the rows.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the columns to read.
  ///   - body: receives the cells in the order of these columns.
  /// - Throws: the error of `body`, or a `StorageError`.
  package func forEachRow(of table: Table, _ columns: [String], _ body: ([Cell]) throws -> Void) throws {
    guard !columns.isEmpty else { return }
    var encoding = ""
    try connection.query("PRAGMA encoding", []) { row in
      encoding = try row.text(0)
      return false
    }
    // As bytes, since SQLite itself never checks that a text is one. It converts the texts of UTF-16 itself.
    let cells = columns.map(Self.quoted).map { name in
      encoding == "UTF-8"
        ? "typeof(\(name)), iif(typeof(\(name)) = 'text', CAST(\(name) AS BLOB), \(name))"
        : "typeof(\(name)), \(name)"
    }
    try connection.query("SELECT \(cells.joined(separator: ", ")) FROM \(Self.quoted(table.name))", []) { row in
      try body(
        columns.indices.map { index in
          let value = try row.value(index * 2 + 1)
          guard try row.text(Column(index * 2)) == "text", case .blob(let bytes) = value else { return value }
          return String(validating: bytes, as: UTF8.self).map { .text($0) }
        })
      return true
    }
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  /// Returns true if a file is the database of a library, whatever its version.
  ///
  /// - Throws: a `StorageError` if the file cannot be read.
  package static func isLibrary(_ path: String) throws -> Bool {
    if case .refused(.notADatabase) = try DatabaseFile(path: path).content() { return false }
    return true
  }

  /// Brings what is in the log of a copy into its file, so that the copy is one file.
  ///
  /// - Parameter path: the path of the copy, which no program has open. Its log is beside it, if it has one.
  /// - Throws: a `StorageError`, `.damaged` if the log is not one of this database.
  package static func foldLog(_ path: String) throws {
    let file = DatabaseFile(path: path)
    let connection = try DatabaseConnection(path: path, access: .writing)
    if !DatabaseFile.isEmpty(file.logPath) {
      var pageSize: Int64 = 0
      try connection.query("PRAGMA page_size", []) { row in
        pageSize = try row.integer(0)
        return false
      }
      let frames = LogFrames(path: file.logPath, pageSize: Int(pageSize))?.count ?? 0
      let copied = frames == 0 ? 0 : try connection.checkpoint()
      guard copied > 0 else {
        throw StorageError(.damaged, call: "foldLog", message: "its write-ahead log has no change that is whole")
      }
    }
    try connection.execute("PRAGMA journal_mode = DELETE;")
  }
}
