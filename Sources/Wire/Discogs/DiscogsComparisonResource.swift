package import Deadwax

/// The comparison of the library with the collection and the wantlist at Discogs.
package struct DiscogsComparisonResource: Codable, Sendable {
  package var state: RecheckResource.State
  /// The user at Discogs, once it is known.
  package var user: String?
  /// The number of items that were read.
  package var read: Int
  /// The number of items that the lists have, as far as Discogs has reported it.
  package var total: Int
  /// The reason that it waits or is paused.
  package var problem: String?
  /// The person or program that started it.
  package var startedBy: String?
  package var startedAt: RFC3339Time?
  package var modifiedAt: RFC3339Time?
  /// The version of the state, which progress leaves as it is; 0 before the first comparison.
  package var version: Int

  package init(
    state: RecheckResource.State, user: String?, read: Int, total: Int, problem: String?, startedBy: String?,
    startedAt: Timestamp?, modifiedAt: Timestamp?, version: Int
  ) {
    self.state = state
    self.user = user
    self.read = read
    self.total = total
    self.problem = problem
    self.startedBy = startedBy
    self.startedAt = startedAt.map { RFC3339Time($0) }
    self.modifiedAt = modifiedAt.map { RFC3339Time($0) }
    self.version = version
  }
}
