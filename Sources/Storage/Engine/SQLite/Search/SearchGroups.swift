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
  package static let fields: [QueryTextField] = [.artist, .label, .genre, .style, .country]

  /// The number of listed releases.
  package fileprivate(set) var total = 0
  /// The releases by the folded words of a whole text, with a blank between words.
  package fileprivate(set) var texts: [QueryTextField: [String: Group]] = [:]
  /// The number of releases that have a text of a field.
  package fileprivate(set) var withText: [QueryTextField: Int] = [:]
  /// The releases by their first year of ten.
  package fileprivate(set) var decades: [Int: Int] = [:]
  package fileprivate(set) var media: [Medium: Int] = [:]
  /// The releases with a copy of a grade.
  package fileprivate(set) var grades: [Grade: Int] = [:]
  package fileprivate(set) var graded = 0
  /// The releases by the day of the library on which they were added, as a number of days since 1970.
  package fileprivate(set) var days: [Int: Int] = [:]
}

/// Counts the rows of the search index.
private struct SearchTally {
  private(set) var groups = SearchGroups()
  private let zone: POSIXTimeZone
  /// The field by the last byte of its sign. All signs begin with the same two bytes.
  private let fields: [UInt8: QueryTextField]
  private let medium: UInt8
  private let grade: UInt8
  private let gradeWords: [String: Grade]
  private var texts: [[String: SearchGroups.Group]]
  private let positions: [UInt8: Int]

  init(in zone: POSIXTimeZone) {
    func last(_ scalar: Unicode.Scalar) -> UInt8 { String(scalar).utf8.last ?? 0 }
    self.zone = zone
    var (fields, positions): ([UInt8: QueryTextField], [UInt8: Int]) = ([:], [:])
    for (index, field) in SearchGroups.fields.enumerated() {
      guard let tag = SearchTag.of(field) else { continue }
      fields[last(tag)] = field
      positions[last(tag)] = index
    }
    (self.fields, self.positions) = (fields, positions)
    (medium, grade) = (last(SearchTag.medium), last(SearchTag.grade))
    gradeWords = Dictionary(uniqueKeysWithValues: Grade.allCases.map { (SearchDocument.word(of: $0), $0) })
    texts = SearchGroups.fields.map { _ in [:] }
  }

  /// Counts the row of one release.
  mutating func add(number: Int64, year: Int, words: String) {
    groups.total += 1
    if year > 0 { groups.decades[year / 10 * 10, default: 0] += 1 }
    let added = Timestamp(milliseconds: -(number >> 20))
    groups.days[zone.day(at: added).daysSince1970, default: 0] += 1
    var (seen, isGraded): (Set<UInt8>, Bool) = ([], false)
    var words = words
    words.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        defer { start = end + 1 }
        // A line is a blank, a sign of three bytes, and words.
        guard end - start > 4, bytes[start + 1] == 0xEE else { continue }
        let sign = bytes[start + 3]
        if let position = positions[sign], bytes[start + 2] == 0x80 {
          seen.insert(sign)
          texts[position][Self.key(bytes[start..<end]), default: SearchGroups.Group(count: 0, sample: number)].count +=
            1
        } else if sign == medium {
          if let medium = Medium(rawValue: Self.key(bytes[start..<end])) { groups.media[medium, default: 0] += 1 }
        } else if sign == grade, let grade = gradeWords[Self.key(bytes[start..<end])] {
          groups.grades[grade, default: 0] += 1
          isGraded = true
        }
      }
    }
    for sign in seen { if let field = fields[sign] { groups.withText[field, default: 0] += 1 } }
    if isGraded { groups.graded += 1 }
  }

  /// Returns the words of a line without their signs.
  private static func key(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(unsafeUninitializedCapacity: line.count) { key in
      var (length, index) = (0, line.startIndex + 1)
      let end = line.endIndex - 1
      while index < end {
        if line[index] == 0xEE, index + 2 < end, line[index + 1] == 0x80 {
          index += 3
        } else {
          key[length] = line[index]
          length += 1
          index += 1
        }
      }
      return length
    }
  }

  /// The result, when all rows were added.
  var result: SearchGroups {
    var result = groups
    for (field, groups) in zip(SearchGroups.fields, texts) { result.texts[field] = groups }
    return result
  }
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
    default: []
    }
  }
}
