package import Deadwax

/// The database of another library, opened for reading. Nothing in it is changed.
package final class LibraryFile {
  /// Reads its records.
  package let reading: ReadTransaction
  private let connection: DatabaseConnection

  /// - Parameters:
  ///   - path: the path of a database with the present schema that no program has open.
  ///   - now: the time of the reading.
  /// - Throws: a `StorageError`.
  package init(_ path: String, now: Timestamp) throws {
    connection = try DatabaseConnection(path: path, access: .frozen)
    try connection.begin(.reading)
    reading = ReadTransaction(on: connection, now: now)
  }

  deinit {
    reading.end()
    connection.rollBack()
  }
}
