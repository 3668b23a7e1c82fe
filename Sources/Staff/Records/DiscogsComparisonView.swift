package import Deadwax
internal import Storage

/// The comparison with Discogs as staff see it.
package struct DiscogsComparisonView: Hashable, Sendable {
  package var state: RecheckView.State
  /// The user at Discogs.
  package var user: String?
  /// The number of items that were read.
  package var read: Int
  /// The number of items that the lists have, as far as Discogs has reported it.
  package var total: Int
  /// The reason that it waits or is paused.
  package var problem: String?
  package var startedBy: String?
  package var startedAt: Timestamp?
  package var modifiedAt: Timestamp?
  /// The version of the state, which progress leaves as it is; 0 before the first comparison.
  package var version: Int

  init(_ comparison: DiscogsComparison?) {
    state = comparison.flatMap { RecheckView.State(rawValue: $0.state.rawValue) } ?? .none
    user = comparison?.user
    read = comparison?.items ?? 0
    total = comparison?.total ?? 0
    problem = comparison?.problem
    startedBy = comparison?.startedBy
    startedAt = comparison?.startedAt
    modifiedAt = comparison?.modifiedAt
    version = comparison?.version ?? 0
  }
}
