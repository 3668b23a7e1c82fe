internal import Deadwax
package import Queries

extension WriteTransaction {
  /// Stores which releases the recheck is about.
  ///
  /// - Parameters:
  ///   - query: the query that finds them, which has a condition; nil for all releases.
  ///   - moment: the time of the search.
  /// - Throws: a `StorageError`.
  package func chooseReleasesToCheck(_ query: Query?, at moment: SearchMoment) throws {
    try run("DELETE FROM recheck_release")
    guard let query else { return }
    let found = try ReleaseSearch(query, at: moment, in: self).list(nil, ReleaseFilter(), nil)
    try run("INSERT INTO recheck_release (release_id) SELECT r.id \(found.sql)", found.values + [Int.max])
  }
}
