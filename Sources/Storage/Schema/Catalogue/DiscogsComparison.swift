package import Deadwax

/// The comparison with the lists at Discogs: every page of them is read, one after the other.
package struct DiscogsComparison: Hashable, Sendable {
  package var state: Recheck.State
  /// The user at Discogs; nil until it is known.
  package var user: String?
  /// The list that is being read.
  package var list: DiscogsList
  /// The last page of this list that was read; 0 before the first.
  package var page: Int
  /// The number of items that were read.
  package var items: Int
  /// The number of items that the lists have, as far as Discogs has reported it.
  package var total: Int
  /// The reason that the comparison waits or is paused; nil for none.
  package var problem: String?
  /// The person or program that started it.
  package var startedBy: String?
  package var startedAt: Timestamp
  package var modifiedAt: Timestamp
  package var version: Int

  /// Creates a comparison that has read nothing.
  package init(startedBy: String?, at now: Timestamp) {
    state = .running
    list = .collection
    (page, items, total, version) = (0, 0, 0, 0)
    self.startedBy = startedBy
    startedAt = now
    modifiedAt = now
  }
}
