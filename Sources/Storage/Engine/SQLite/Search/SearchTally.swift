internal import Deadwax
internal import Lending
internal import Queries

/// Counts the rows of the search index.
struct SearchTally {
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
