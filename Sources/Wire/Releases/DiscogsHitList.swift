/// The releases that a search at Discogs found, in Discogs' order.
package struct DiscogsHitList: Codable, Hashable, Sendable {
  package var items: [DiscogsHitResource]
  /// The sentence that must be shown beside the items.
  package var attribution: String

  package init(items: [DiscogsHitResource]) {
    self.items = items
    attribution = "Data provided by Discogs."
  }
}
