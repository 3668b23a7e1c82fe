internal import CSQLite

/// A collector of the rows that a connection changes, called by SQLite before each change of a row
/// (`sqlite3_preupdate_hook`).
///
/// It sees the changes by triggers and by actions of foreign keys too. A change that a savepoint takes back is still
/// reported.
final class RowChangeHook {
  private let connection: OpaquePointer
  /// The tables of lists, by name, each with the position of the column that names its rows.
  private var columns: [String: (table: RowKey.Table, column: Int32)] = [:]
  private var changes = RowChanges()

  /// Calls the hook for each change of the connection from now on. The hook must exist as long as the connection.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - columnsOf: returns the columns of a table, in the order of the schema.
  /// - Throws: the error of `columnsOf`.
  init(of connection: OpaquePointer, columnsOf: (String) throws -> [String]) throws {
    self.connection = connection
    for table in RowKey.Table.allCases {
      // A database of a test may have another schema.
      guard let column = try columnsOf(table.rawValue).firstIndex(of: table.column) else { continue }
      columns[table.rawValue] = (table, Int32(column))
    }
    sqlite3_preupdate_hook(connection, noteChange, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Returns the rows that were changed since the last call, and discards them.
  func take() -> RowChanges {
    defer { changes = RowChanges() }
    return changes
  }

  fileprivate func note(_ operation: Int32, in table: String) {
    guard let (table, column) = columns[table] else { return }
    if operation != SQLITE_INSERT { note(table, column, sqlite3_preupdate_old) }
    if operation != SQLITE_DELETE { note(table, column, sqlite3_preupdate_new) }
  }

  private func note(
    _ table: RowKey.Table, _ column: Int32,
    _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  ) {
    var value: OpaquePointer?
    // Without memory the value is unknown, and so is the row.
    guard read(connection, column, &value) == SQLITE_OK, let value else {
      changes.noteAll(of: table)
      return
    }
    guard sqlite3_value_type(value) != SQLITE_NULL, let text = sqlite3_value_text(value) else { return }
    changes.note(RowKey(table, String(cString: text)))
  }
}

private let noteChange:
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int64, Int64
  ) -> Void = { context, _, operation, _, table, _, _ in
    guard let context, let table else { return }
    Unmanaged<RowChangeHook>.fromOpaque(context).takeUnretainedValue().note(operation, in: String(cString: table))
  }
