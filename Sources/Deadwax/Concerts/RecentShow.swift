/// A show that was played: when first, when last, and how often.
package struct RecentShow: Hashable, Sendable {
  /// The id of the show, which the catalogue may have no longer.
  package var id: String
  package var firstAt: Timestamp
  package var lastAt: Timestamp
  package var count: Int

  package init(id: String, firstAt: Timestamp, lastAt: Timestamp, count: Int) {
    (self.id, self.firstAt, self.lastAt, self.count) = (id, firstAt, lastAt, count)
  }
}
