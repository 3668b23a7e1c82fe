package import Deadwax

/// A stock-take to start. The hub itself determines what is expected.
package struct StockTakeRequest: Codable, Sendable {
  /// The name, at most 100 characters; without it, the name of the place or the query.
  package var name: String?
  /// The place to count, with all places below it.
  package var place: Place.ID?
  /// The query of the library whose copies are counted, instead of a place.
  package var query: String?

  package init(name: String?, place: Place.ID?, query: String?) {
    self.name = name
    self.place = place
    self.query = query
  }
}
