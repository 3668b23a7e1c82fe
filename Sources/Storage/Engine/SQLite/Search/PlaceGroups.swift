internal import Queries

extension Queryable {
  /// Counts the releases and copies by the names of their places and of the places that contain these.
  ///
  /// - Returns: the groups by the folded words of the name; `total` is the number of releases with a copy in a place.
  /// - Throws: a `StorageError`.
  package func placeGroups() throws -> (groups: [String: PlaceGroup], total: Int) {
    let places = try all("SELECT id, parent_id, name FROM place ORDER BY id") { row in
      (id: try row.text("id"), parent: try row.optionalText("parent_id"), name: try row.text("name"))
    }
    var groups: [PlaceGroup] = []
    var (positions, own, parents): ([String: Int], [String: Int], [String: String]) = ([:], [:], [:])
    for place in places {
      let key = SearchWords.words(of: place.name).joined(separator: " ")
      if positions[key] == nil {
        positions[key] = groups.count
        groups.append(PlaceGroup(name: place.name))
      }
      own[place.id] = positions[key]
      parents[place.id] = place.parent
    }
    var above: [String: [Int]] = [:]
    for place in places {
      var (chain, next, passed): ([Int], String?, Set<String>) = ([], place.id, [])
      while let id = next, passed.insert(id).inserted {
        if let position = own[id], !chain.contains(position) { chain.append(position) }
        next = parents[id]
      }
      above[place.id] = chain
    }
    var (total, last) = (0, "")
    try forEach(
      """
      SELECT c.release_id, c.place_id, CASE WHEN c.status IN ('lost', 'withdrawn') THEN 0 ELSE 1 END AS is_here
      FROM copy c WHERE c.place_id IS NOT NULL ORDER BY c.release_id
      """, []
    ) { row in
      let release = try row.text(0)
      if release != last { (total, last) = (total + 1, release) }
      let isHere = try row.flag(2)
      for position in above[try row.text(1), default: []] {
        if groups[position].last != release {
          groups[position].last = release
          groups[position].releases += 1
        }
        if isHere { groups[position].copies += 1 }
      }
    }
    return (positions.mapValues { groups[$0] }, total)
  }
}
