package import Deadwax
package import Lending
package import Queries
package import Storage

/// The copies that a query of the library chooses. The parts of the query about copies, such as `place` and `crate`, are
/// asked of each copy. Without such a part, all copies of the releases are chosen.
package struct CopyChoice: Sendable {
  private let query: Query
  private let zone: POSIXTimeZone

  /// - Parameters:
  ///   - text: the query.
  ///   - zone: the time zone of the library, in which days are counted.
  /// - Throws: a mistake in the query.
  package init(_ text: String, in zone: POSIXTimeZone) throws(QueryError) {
    query = try Query(text, isTyping: false)
    self.zone = zone
  }

  /// Returns the chosen copies; nil for all, if the query has an order alone.
  ///
  /// - Parameter reading: the transaction.
  /// - Returns: the copies.
  /// - Throws: `StaffError.indexing` while the search index is being built, `.choosesNoCopies`, or a `StorageError`.
  package func copies(in reading: some Queryable) throws -> Set<Copy.ID>? {
    guard query.condition != nil else { return nil }
    guard try reading.isReleaseIndexComplete() else { throw StaffError.indexing }
    let moment = SearchMoment(now: reading.now, in: zone)
    guard let copies = try reading.copies(matching: query, at: moment, in: nil, limit: .max) else {
      throw StaffError.choosesNoCopies
    }
    return Set(copies)
  }
}
