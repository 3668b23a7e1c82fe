package import Deadwax

/// The settings of a batch of additions. An absent member is not set.
package struct BatchRequest: Codable, Sendable {
  /// The grade of the medium on the Goldmine scale, in Discogs' short form.
  package var condition: String?
  /// The place where the copies belong.
  package var place: Place.ID?
  /// The way in which the copies come into the library.
  package var accession: OwnFacts.Accession?
  /// From whom the copies come, 1 to 120 characters.
  package var source: String?
  /// True to offer the labels of the whole batch at its end.
  package var label: Bool?
  /// True to append each copy to the tag queue of the station.
  package var tag: Bool?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout BatchRequest) -> Void) { set(&self) }
}
