extension ReadTransaction {
  /// Returns the tables of the library as the schema has them, in the order of their names: all of them except those that
  /// are left out. So an archive has a new table at once.
  ///
  /// - Throws: a `StorageError`.
  package func libraryTables() throws -> [LibraryTable] {
    let found = try all(
      """
      SELECT m.name AS name, m.sql AS sql FROM pragma_table_list AS l JOIN sqlite_schema AS m ON m.name = l.name
      WHERE l.schema = 'main' AND l.type = 'table' AND m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY m.name
      """
    ) { (name: try $0.text("name"), isNumbered: try $0.text("sql").uppercased().contains(" AUTOINCREMENT")) }
    let tables = try found.filter { LibraryTable.leftOut[$0.name] == nil }.map { name, isNumbered in
      var key: [(rank: Int64, name: String)] = []
      let columns = try all("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid", name) { row in
        let column = LibraryTable.Column(
          name: try row.text("name"), kind: try Self.kind(try row.text("type"), of: name))
        let rank = try row.integer("pk")
        if rank > 0 { key.append((rank, column.name)) }
        return column
      }
      guard !key.isEmpty else {
        throw StorageError(.mismatch, call: "libraryTables", message: "\(name) has no primary key")
      }
      return LibraryTable(
        name: name, columns: columns, key: key.sorted { $0.rank < $1.rank }.map(\.name), isNumbered: isNumbered)
    }
    return try (tables + searchTables()).sorted { $0.name < $1.name }
  }

  /// Returns the search tables whose content cannot be made from other tables.
  private func searchTables() throws -> [LibraryTable] {
    let names = try all("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'") {
      try $0.text(0)
    }
    return names.compactMap { name in
      LibraryTable.searched[name].map { columns in
        LibraryTable(
          name: name, columns: columns.map { LibraryTable.Column(name: $0, kind: .text) },
          key: Array(columns.prefix(1)), isNumbered: false)
      }
    }
  }

  private static func kind(_ type: String, of table: String) throws -> CellKind {
    switch type.uppercased() {
    case "INTEGER", "INT": .integer
    case "REAL": .real
    case "TEXT": .text
    case "BLOB": .blob
    default:
      throw StorageError(.mismatch, call: "libraryTables", message: "\(table) has a column of the type '\(type)'")
    }
  }

  /// Calls `body` with the values of each row of a table, in the order of its key.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - body: receives the values, in the order of the columns.
  /// - Throws: the error of `body`, or a `StorageError`.
  package func forEachRow(of table: LibraryTable, _ body: ([Binding]) throws -> Void) throws {
    let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let order = table.key.map { "\"\($0)\"" }.joined(separator: ", ")
    let count = table.columns.count
    try forEach("SELECT \(names) FROM \"\(table.name)\" ORDER BY \(order)", []) { row in
      try body((0..<count).map { try row.value($0) })
    }
  }

  /// Returns the largest number that a numbered table has ever given; nil if it has given none.
  ///
  /// - Throws: a `StorageError`.
  package func lastNumber(of table: LibraryTable) throws -> Int64? {
    try first("SELECT seq FROM sqlite_sequence WHERE name = ?1", table.name) { try $0.integer(0) }
  }

  /// Returns the name of the newest migration of the schema.
  ///
  /// - Throws: a `StorageError`.
  package func schemaVersion() throws -> String {
    try first("SELECT name FROM schema_migration ORDER BY name DESC LIMIT 1") { try $0.text(0) } ?? ""
  }

  /// Returns true if the library has no record yet that a person has made: settings, accounts and stations do not count.
  ///
  /// - Throws: a `StorageError`.
  package func isLibraryEmpty() throws -> Bool {
    for table in [
      "release", "copy", "place", "borrower", "loan", "code", "crate", "smart_collection", "stock_take",
      "library_shows", "recent_shows",
    ] {
      if try first("SELECT 1 FROM \(table) LIMIT 1", as: { _ in true }) != nil { return false }
    }
    return true
  }

  /// Returns a row that is above itself in its tree, such as a place inside a place that is in it; nil if there is none.
  ///
  /// - Throws: a `StorageError`.
  package func rowAboveItself() throws -> (table: String, id: String)? {
    let trees = try all(
      """
      SELECT m.name AS name, f."from" AS parent FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f
      WHERE m.type = 'table' AND f."table" = m.name AND f."to" = 'id' ORDER BY 1, 2
      """
    ) { (table: try $0.text("name"), parent: try $0.text("parent")) }
    for (table, parent) in trees {
      var parents: [String: String] = [:]
      try forEach(
        "SELECT CAST(id AS TEXT), CAST(\"\(parent)\" AS TEXT) FROM \"\(table)\" WHERE \"\(parent)\" IS NOT NULL", []
      ) { parents[try $0.text(0)] = try $0.text(1) }
      var sound: Set<String> = []
      for start in parents.keys.sorted() {
        var (path, id) = (Set<String>(), start)
        while !sound.contains(id), let next = parents[id] {
          guard path.insert(id).inserted else { return (table, id) }
          id = next
        }
        sound.formUnion(path)
      }
    }
    return nil
  }

  /// Returns the digests of the files of all attachments, sorted, each once.
  ///
  /// - Throws: a `StorageError`.
  package func attachedFiles() throws -> [String] {
    // A library from before attachments has no such table.
    guard
      try first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'attachment'", as: { _ in true }) != nil
    else { return [] }
    return try all("SELECT DISTINCT content FROM attachment ORDER BY content") { try $0.text(0) }
  }
}
