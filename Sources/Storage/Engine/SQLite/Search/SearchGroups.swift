package import Deadwax
package import Lending
package import Queries

/// The listed releases by what the search index has about them. Because a query reads the same index, it finds as many
/// releases as its group has.
package struct SearchGroups: Sendable {
  /// The releases with one text in a field.
  package struct Group: Sendable {
    package var count: Int
    /// The number of one of them in the index, for the spelling of the text.
    let sample: Int64
  }

  /// The fields whose texts are counted.
  package static let fields: [QueryTextField] = [.artist, .label, .genre, .style, .country, .tag]

  /// The number of listed releases.
  package internal(set) var total = 0
  /// The releases by the folded words of a whole text, with a blank between words.
  package internal(set) var texts: [QueryTextField: [String: Group]] = [:]
  /// The number of releases that have a text of a field.
  package internal(set) var withText: [QueryTextField: Int] = [:]
  /// The releases by their first year of ten.
  package internal(set) var decades: [Int: Int] = [:]
  package internal(set) var media: [Medium: Int] = [:]
  /// The releases with a copy of a grade.
  package internal(set) var grades: [Grade: Int] = [:]
  package internal(set) var graded = 0
  /// The releases by the day of the library on which they were added, as a number of days since 1970.
  package internal(set) var days: [Int: Int] = [:]
}

extension Queryable {
  /// Counts the listed releases by what the search index has about them. It reads the whole index.
  ///
  /// - Parameter zone: the time zone of the library.
  /// - Returns: the groups.
  /// - Throws: a `StorageError`.
  package func searchGroups(in zone: POSIXTimeZone) throws -> SearchGroups {
    var tally = SearchTally(in: zone)
    try forEach("SELECT number, year, words FROM release_search", []) { row in
      tally.add(number: try row.integer(0), year: Int(try row.integer(1)), words: try row.text(2))
    }
    return tally.result
  }

  /// Returns how the records write the texts of groups.
  ///
  /// - Parameters:
  ///   - field: the field of the texts.
  ///   - groups: the groups, each with its folded words.
  /// - Returns: a spelling for each of the folded words.
  /// - Throws: a `StorageError`.
  package func spellings(
    of field: QueryTextField, _ groups: [(key: String, group: SearchGroups.Group)]
  ) throws -> [String: String] {
    let samples = "[" + groups.map { String($0.group.sample) }.joined(separator: ",") + "]"
    let wanted = Set(groups.map(\.key))
    var found: [String: String] = [:]
    func note(_ text: String?) {
      guard let text else { return }
      let key = SearchWords.words(of: text).joined(separator: " ")
      if wanted.contains(key), found[key] == nil { found[key] = text }
    }
    for source in Self.sources(of: field) {
      try forEach("SELECT \(source.columns) \(Self.sampled) \(source.tables)", [samples]) { row in
        for column in 0..<source.count {
          let text = try row.optionalText(Column(column))
          if source.isList { JSONList.strings(text ?? "[]").forEach { note($0) } } else { note(text) }
        }
      }
    }
    return found
  }

  private static var sampled: String {
    "FROM json_each(?) j CROSS JOIN release_search s ON s.number = j.value CROSS JOIN"
  }

  /// Returns where the texts of a field are, as `searchDocument(of:)` reads them.
  private static func sources(
    of field: QueryTextField
  ) -> [(columns: String, count: Int, tables: String, isList: Bool)] {
    let own = "release r ON r.id = s.release_id"
    return switch field {
    case .artist:
      [
        ("r.artist", 1, own, false),
        ("a.name, a.listed_as", 2, "artist_credit a ON a.release_id = s.release_id AND a.role IS NULL", false),
        ("a.name, a.listed_as", 2, "track_credit a ON a.release_id = s.release_id AND a.role IS NULL", false),
      ]
    case .label:
      [
        ("r.label", 1, own, false), ("l.name", 1, "label_credit l ON l.release_id = s.release_id", false),
        ("k.name", 1, "company_credit k ON k.release_id = s.release_id AND k.kind = 'series'", false),
      ]
    case .genre: [("r.genres", 1, own, true)]
    case .style: [("r.styles", 1, own, true)]
    case .country: [("r.country", 1, own, false)]
    case .tag: [("g.word", 1, "release_tag g ON g.release_id = s.release_id", false)]
    default: []
    }
  }
}
