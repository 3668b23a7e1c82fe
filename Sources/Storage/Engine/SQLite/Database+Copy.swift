extension Database {
  /// Writes a snapshot of the whole database to a new file, while other threads continue to read and write (`VACUUM
  /// INTO`).
  ///
  /// - Parameters:
  ///   - source: the path of a database that may be open.
  ///   - path: the path of the new file, which must not exist.
  ///   - goesOn: returns false to end early. It is called often.
  /// - Throws: a `StorageError`; `.interrupted` if `goesOn` returned false. A part of the file may be left.
  package static func copy(_ source: String, to path: String, while goesOn: @escaping () -> Bool) throws {
    let connection = try DatabaseConnection(path: source, access: .reading)
    connection.whileRunning(every: 10_000, goesOn)
    defer { connection.whileRunning(every: 0) { true } }
    _ = try connection.run("VACUUM INTO ?1", [path])
  }
}

extension Queryable {
  /// Returns the path of the database file.
  package func filePath() throws -> String {
    try first("SELECT file FROM pragma_database_list WHERE name = 'main'") { try $0.text(0) } ?? ""
  }
}
