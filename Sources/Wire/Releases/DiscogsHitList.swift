package import Deadwax

/// The releases that a search at Discogs found, in Discogs' order.
package struct DiscogsHitList: Codable, Hashable, Sendable {
  package var items: [DiscogsHitResource]
  /// The sentence that must be shown beside the items.
  package var attribution: String
  /// The time of Discogs' response if it was stored before; nil if Discogs has just been asked.
  package var fetchedAt: RFC3339Time?

  package init(items: [DiscogsHitResource], fetchedAt: RFC3339Time?) {
    self.items = items
    self.fetchedAt = fetchedAt
    attribution = "Data provided by Discogs."
  }
}
