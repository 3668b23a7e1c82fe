/// A list that a person keeps at Discogs. The raw value is stored in the database.
package enum DiscogsList: String, CaseIterable, Codable, Sendable {
  case collection, wishlist
}
