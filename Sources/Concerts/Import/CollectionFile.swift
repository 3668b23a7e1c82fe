internal import Deadwax

/// The collections of a package: `collections.json`, a list or an object with the member `collections`.
struct CollectionFile: Decodable {
  struct Entry: Decodable {
    var id: String
    var name: String
    var description: String?
    var tags: [String]?
    var shows: [String]?
    var selector: Selector?

    enum CodingKeys: String, CodingKey {
      case id, name, description, tags, shows
      case selector = "show_selector"
    }
  }

  /// The shows of a collection by their days.
  struct Selector: Decodable {
    struct Span: Decodable {
      var from: String
      var to: String
    }

    var dates: [String]?
    var ranges: [Span]?
  }

  var entries: [Entry]

  private enum CodingKeys: String, CodingKey { case collections }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      entries = try container.decode([Entry].self, forKey: .collections)
    } else {
      entries = try [Entry](from: decoder)
    }
  }

  /// Returns the collections with the shows that a package has, in the order of the list, then of their days.
  ///
  /// - Parameter shows: the day of each show.
  /// - Returns: the collections.
  /// - Throws: `PackageFault` if an id is empty or used twice, or a day is not in the calendar.
  func collections(of shows: [String: String]) throws(PackageFault) -> [ConcertCollection] {
    let byDay = Dictionary(grouping: shows.keys.sorted()) { shows[$0] ?? "" }
    let days = byDay.keys.sorted()
    var ids: Set<String> = []
    var collections: [ConcertCollection] = []
    for entry in entries {
      guard !entry.id.isEmpty, ids.insert(entry.id).inserted else {
        throw PackageFault("The id '\(entry.id)' is empty or used twice.")
      }
      var chosen = (entry.shows ?? []).filter { shows[$0] != nil }
      let spans =
        (entry.selector?.dates ?? []).map { ($0, $0) } + (entry.selector?.ranges ?? []).map { ($0.from, $0.to) }
      for (first, last) in spans {
        guard CivilDate(iso: first) != nil, CivilDate(iso: last) != nil else {
          throw PackageFault("The selector of '\(entry.id)' has a day that is not in the calendar.")
        }
        chosen += days.filter { first <= $0 && $0 <= last }.flatMap { byDay[$0] ?? [] }
      }
      var seen: Set<String> = []
      collections.append(
        ConcertCollection(
          id: entry.id, name: entry.name, summary: entry.description ?? "", tags: entry.tags ?? [],
          shows: chosen.filter { seen.insert($0).inserted }))
    }
    return collections
  }
}
