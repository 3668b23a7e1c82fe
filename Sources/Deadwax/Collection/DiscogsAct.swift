/// The effect of a push on a list at Discogs. The raw value is stored in the database.
package enum DiscogsAct: String, CaseIterable, Codable, Sendable {
  case add, remove
}
