extension Database {
  /// Writes a snapshot of the whole database to a new file, while other threads continue to read and write (`VACUUM
  /// INTO`).
  ///
  /// - Parameters:
  ///   - source: the path of a database that may be open.
  ///   - path: the path of the new file, which must not exist.
  /// - Throws: a `StorageError`.
  package static func copy(_ source: String, to path: String) throws {
    let connection = try DatabaseConnection(path: source, access: .reading)
    _ = try connection.run("VACUUM INTO ?1", [path])
  }
}

extension Queryable {
  /// Returns the path of the database file.
  package func filePath() throws -> String {
    try first("SELECT file FROM pragma_database_list WHERE name = 'main'") { try $0.text(0) } ?? ""
  }
}
