package import Deadwax
package import Log

/// A new database of a library, filled row by row, which no program uses yet.
///
/// It begins with the schema of the version that the rows are from, and ends with the present one: each later migration
/// sees the rows as the library of that version had them. References between rows are not checked while they arrive;
/// `CheckedDatabase` does that once they are complete.
package final class LibraryDraft {
  /// The tables of the version that the rows are from, in the order of their names.
  package let tables: [LibraryTable]
  /// Reads the rows that are in it.
  package let reading: ReadTransaction
  private let connection: DatabaseConnection
  private var statement: (table: String, columns: [String], sql: String)?

  private init(_ connection: DatabaseConnection, now: Timestamp) throws {
    self.connection = connection
    reading = ReadTransaction(on: connection, now: now)
    tables = try reading.libraryTables()
  }

  /// Makes a database. A crash or an error leaves a file that is to be removed.
  ///
  /// - Parameters:
  ///   - path: the path of the file, which must not exist.
  ///   - schema: the name of the newest migration that the rows know.
  ///   - migrations: all migrations of this program, in order.
  ///   - now: the time of the migrations.
  ///   - logger: the logger for the operator.
  ///   - fill: inserts the rows.
  ///   - complete: inserts further rows, once the schema is the present one.
  /// - Throws: the error of a function; a `StorageError`, `.mismatch` if no migration has the name.
  package static func make(
    at path: String, schema: String, known migrations: [Migration], now: Timestamp, logger: Logger,
    _ fill: (LibraryDraft) throws -> Void, complete: (LibraryDraft) throws -> Void
  ) throws {
    guard let last = migrations.firstIndex(where: { $0.name == schema }) else {
      throw StorageError(.mismatch, call: "LibraryDraft", message: "there is no migration \(schema)")
    }
    try DatabaseFile(path: path).create()
    let connection = try DatabaseConnection(path: path, access: .writing)
    // What is here is thrown away after a fault, so that neither a log nor the disk is waited for.
    try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")
    let milliseconds = now.milliseconds
    try connection.migrate(Array(migrations[...last]), applied: [], now: milliseconds, logger: logger)
    try change(connection, now) { draft in
      // A migration may have rows of its own, which the library that arrives has too, or has changed.
      for table in draft.tables { _ = try connection.run("DELETE FROM \"\(table.name)\"", []) }
      try fill(draft)
    }
    let known = Set(migrations[...last].map(\.name))
    try connection.migrate(migrations, applied: known, now: milliseconds, logger: logger)
    try change(connection, now, complete)
  }

  /// Inserts rows in one transaction, whose references are not checked.
  private static func change(
    _ connection: DatabaseConnection, _ now: Timestamp, _ body: (LibraryDraft) throws -> Void
  ) throws {
    try connection.execute("PRAGMA foreign_keys = OFF")
    let draft = try LibraryDraft(connection, now: now)
    defer { draft.reading.end() }
    try connection.begin(.writing)
    do {
      try body(draft)
      try connection.commit()
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Inserts a row. A column that is not named gets the default of the schema.
  ///
  /// - Parameters:
  ///   - values: the values of the columns.
  ///   - columns: the names of these columns, which the table has.
  ///   - table: the table.
  /// - Throws: a `StorageError` if the schema refuses the row.
  package func insert(_ values: [Binding], _ columns: [String], into table: LibraryTable) throws {
    if statement?.table != table.name || statement?.columns != columns {
      let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
      let places = (1...max(1, columns.count)).map { "?\($0)" }.joined(separator: ", ")
      let sql =
        columns.isEmpty
        ? "INSERT INTO \"\(table.name)\" DEFAULT VALUES"
        : "INSERT INTO \"\(table.name)\" (\(names)) VALUES (\(places))"
      statement = (table.name, columns, sql)
    }
    guard let statement else { return }
    _ = try connection.run(statement.sql, values)
  }

  /// Sets the largest number that a numbered table has ever given.
  ///
  /// - Throws: a `StorageError`.
  package func setLastNumber(_ number: Int64, of table: LibraryTable) throws {
    guard table.isNumbered else { return }
    _ = try connection.run("DELETE FROM sqlite_sequence WHERE name = ?1", [table.name])
    _ = try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", [table.name, number])
  }
}
