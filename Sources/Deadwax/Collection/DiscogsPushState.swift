/// The state of a push: of what is written at Discogs. The raw value is stored in the database.
package enum DiscogsPushState: String, CaseIterable, Codable, Sendable {
  /// Its steps are listed, and wait for a person's confirmation.
  case planned
  case running
  /// It continues where it was.
  case paused
  /// A person has ended or discarded it.
  case stopped
  /// Every step has ended.
  case done
}
