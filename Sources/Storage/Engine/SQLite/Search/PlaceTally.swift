internal import Queries

/// Counts releases and copies by the names of their places, and of the places that contain these.
struct PlaceTally {
  private var groups: [PlaceGroup] = []
  /// The group of each name, by its folded words.
  private var positions: [String: Int] = [:]
  /// The groups of a place and of the places that contain it, each once.
  private var above: [String: [Int]] = [:]

  /// - Parameter reading: the transaction, which knows the places.
  /// - Throws: a `StorageError`.
  init(in reading: some Queryable) throws {
    let places = try reading.all("SELECT id, parent_id, name FROM place ORDER BY id") { row in
      (id: try row.text("id"), parent: try row.optionalText("parent_id"), name: try row.text("name"))
    }
    var (own, parents): ([String: Int], [String: String]) = ([:], [:])
    for place in places {
      let key = SearchWords.words(of: place.name).joined(separator: " ")
      if positions[key] == nil {
        positions[key] = groups.count
        groups.append(PlaceGroup(name: place.name))
      }
      own[place.id] = positions[key]
      parents[place.id] = place.parent
    }
    for place in places {
      var (chain, next, passed): ([Int], String?, Set<String>) = ([], place.id, [])
      while let id = next, passed.insert(id).inserted {
        if let position = own[id], !chain.contains(position) { chain.append(position) }
        next = parents[id]
      }
      above[place.id] = chain
    }
  }

  /// Counts a copy in a place. The copies of one release follow each other.
  ///
  /// - Parameters:
  ///   - release: the release.
  ///   - place: the place of the copy.
  ///   - isHere: false for a lost or withdrawn copy, which counts for its release alone.
  mutating func add(release: String, place: String, isHere: Bool) {
    for position in above[place, default: []] {
      if groups[position].last != release {
        groups[position].last = release
        groups[position].releases += 1
      }
      if isHere { groups[position].copies += 1 }
    }
  }

  /// The groups by the folded words of their names.
  var result: [String: PlaceGroup] { positions.mapValues { groups[$0] } }
}
