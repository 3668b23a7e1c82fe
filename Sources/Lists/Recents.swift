package import Deadwax
package import Execution
internal import Lending
package import Storage

/// The releases that were scanned or opened last: one row for each, the last one first. They name no borrower, and are no
/// part of the history.
package struct Recents: Sendable {
  private let database: Database
  private let policies: LibraryPolicies

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the settings of the library, with the number of releases that the list has room for.
  package init(database: Database, policies: LibraryPolicies) {
    self.database = database
    self.policies = policies
  }

  /// Returns the recent releases, the last one first.
  package func list() throws -> [RecentRelease] {
    try database.read { reading in
      Array(try reading.recents().prefix(try policies.library(in: reading).lists.recents))
    }
  }

  /// Notes that a person has opened a release. A scan notes its release itself.
  ///
  /// - Throws: `StaffError.noSuchRelease`, or `.isRemoved`.
  package func note(_ id: Release.ID) throws {
    try database.write { [policies] transaction in
      let id = try transaction.remaining(of: id)
      guard try transaction.release(id) != nil else { throw StaffError.noSuchRelease }
      guard try transaction.isListed(id) else { throw StaffError.isRemoved }
      try transaction.noteRecent(id, most: try policies.library(in: transaction).lists.recents)
    }
  }

  /// Removes all releases from the list.
  package func clear() throws {
    try database.write { try $0.limitRecents(to: 0) }
  }
}
