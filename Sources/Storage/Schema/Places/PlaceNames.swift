package import Deadwax

extension Queryable {
  /// Returns the names of every place: those of the places around it, from the outermost on, then its own.
  package func placeNames() throws -> [Place.ID: [String]] {
    var places: [Place.ID: (parent: Place.ID?, name: String)] = [:]
    try forEach("SELECT id, parent_id, name FROM place", []) { row in
      places[try row.id("id")] = (try row.optionalID("parent_id"), try row.text("name"))
    }
    return places.mapValues { place in
      var (names, outer) = ([place.name], place.parent)
      // Staff cannot put a place into itself; the count only ends the walk through a damaged tree.
      while let id = outer, let around = places[id], names.count <= places.count {
        names.insert(around.name, at: 0)
        outer = around.parent
      }
      return names
    }
  }
}
