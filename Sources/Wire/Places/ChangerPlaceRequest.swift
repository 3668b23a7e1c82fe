package import Deadwax

/// The place of a model of a changer, to make.
package struct ChangerPlaceRequest: Codable, Sendable {
  /// The name, unique among the places in the same place.
  package var name: String
  /// The place that contains it.
  package var parent: Place.ID?

  package init(name: String, parent: Place.ID?) {
    self.name = name
    self.parent = parent
  }
}
