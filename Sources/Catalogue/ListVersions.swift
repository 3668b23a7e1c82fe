package import Storage

/// The versions of the records that lists are read from. A cache of lists uses them to find out which are still current.
package struct ListVersions: Sendable {
  private let database: Database

  /// - Parameter database: the database whose writes change the lists.
  package init(database: Database) { self.database = database }

  /// A version of the records.
  package struct Version: Sendable {
    /// The number of writes.
    fileprivate let revision: Int
    /// The version of the row cache.
    fileprivate let rows: Int
  }

  /// The current version. A list that is read from now on contains at least its changes.
  package var current: Version { Version(revision: database.revision, rows: database.rows.version) }

  /// Returns true if nothing in the tables of a list has changed after a version.
  package func areUnchanged(_ list: ListTables, since version: Version) -> Bool {
    guard let tables = list.tables else { return version.revision == database.revision }
    return database.rows.areUnchanged(tables, since: version.rows)
  }
}
