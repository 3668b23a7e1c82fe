/// The state of a step of a push. The raw value is stored in the database.
package enum DiscogsStepState: String, CaseIterable, Codable, Sendable {
  case waiting
  /// Discogs has carried it out.
  case done
  /// There was nothing to do: the list at Discogs is already so.
  case already
  /// Discogs has refused it for good.
  case failed
}
