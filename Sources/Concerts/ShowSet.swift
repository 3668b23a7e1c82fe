internal import FoundationEssentials

/// One set of a show, with its songs in their order.
package struct ShowSet: Hashable, Codable, Sendable {
  /// A song as it was played.
  package struct Song: Hashable, Codable, Sendable {
    package var name: String
    /// True if the next song follows without a pause.
    package var segue: Bool?

    package init(name: String, segue: Bool?) { (self.name, self.segue) = (name, segue) }
  }

  /// The name, such as `Set 1`.
  package var set: String
  package var songs: [Song]

  package init(set: String, songs: [Song]) { (self.set, self.songs) = (set, songs) }

  /// Returns the sets as JSON, always with the same bytes.
  static func json(_ sets: [ShowSet]) -> String {
    JSONText.array(
      sets.map { set in
        let songs = set.songs.map { song in
          JSONText.object(
            [("name", JSONText.string(song.name))] + (song.segue.map { [("segue", $0 ? "true" : "false")] } ?? []))
        }
        return JSONText.object([("set", JSONText.string(set.set)), ("songs", JSONText.array(songs))])
      })
  }

  /// Reads the sets from a column. Another program may have written something else there; nothing is read then.
  static func list(_ json: String?) -> [ShowSet] {
    guard let json else { return [] }
    return (try? JSONDecoder().decode([ShowSet].self, from: Data(json.utf8))) ?? []
  }
}
