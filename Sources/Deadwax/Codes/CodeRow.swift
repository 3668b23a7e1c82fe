/// Codes in the order in which they stand, such as those on the spines of a shelf.
package struct CodeRow: Hashable, Sendable {
  /// The codes from left to right, or from above to below if they are stacked.
  package private(set) var codes: [PicturedCode] = []
  /// The codes of single things that pictures show at two places. Only the first place is in the row.
  package private(set) var doubtful: [PicturedCode] = []
  /// The position of each code along the row, in pixels of the first picture.
  private var places: [Double] = []

  /// A text that is more often in a row says nothing about its position.
  private static let mostRepeats = 4

  /// Arranges the codes of pictures that may overlap.
  ///
  /// Pictures of one row are joined by the codes that both show: by one code that belongs to one thing, or by two others. Their
  /// order does not matter. The same text twice in a row is two copies.
  ///
  /// - Parameter pictures: the codes of each picture.
  /// - Returns: the rows, those of the first picture first, from above to below. Pictures without a common code have rows of
  ///   their own.
  package static func arranged(_ pictures: [[PicturedCode]]) -> [CodeRow] {
    var rows = pictures.flatMap { RowDivision($0).rows.map(CodeRow.init) }
    var pairs = rows.indices.flatMap { one in
      rows.indices.filter { $0 > one }.map { (one, $0, rows[one].anchors(in: rows[$0]).count) }
    }
    // The pictures with the most common codes are joined first: their positions are the surest.
    while let best = pairs.filter({ $0.2 > 0 }).max(by: { ($0.2, $1.0, $1.1) < ($1.2, $0.0, $0.1) }) {
      rows[best.0].join(rows[best.1])
      rows[best.1] = CodeRow()
      pairs.removeAll { $0.0 == best.1 || $0.1 == best.1 }
      for index in pairs.indices where pairs[index].0 == best.0 || pairs[index].1 == best.0 {
        pairs[index].2 = rows[pairs[index].0].anchors(in: rows[pairs[index].1]).count
      }
    }
    return rows.filter { !$0.codes.isEmpty }
  }

  private init() {}

  /// - Parameter strip: the codes of a row in one picture, in order, with their positions.
  private init(_ strip: [(code: PicturedCode, place: Double)]) {
    codes = strip.map(\.code)
    places = strip.map(\.place)
  }

  /// Returns the codes that both rows have, in the order of both: the longest such list.
  ///
  /// - Returns: indices in this row and in the other one; nothing if they do not show that the rows overlap.
  private func anchors(in other: CodeRow) -> [(own: Int, other: Int)] {
    let own = Dictionary(grouping: codes.indices) { codes[$0].name }
    let repeats = Dictionary(grouping: other.codes, by: \.name).mapValues(\.count)
    var pairs: [(own: Int, other: Int)] = []
    for (index, code) in other.codes.enumerated() {
      guard let same = own[code.name], same.count <= Self.mostRepeats,
        repeats[code.name, default: 0] <= Self.mostRepeats
      else { continue }
      // From the last to the first: so only one of them can be in a rising list.
      pairs += same.reversed().map { (own: $0, other: index) }
    }
    let rising = RisingRun.longest(of: pairs.map(\.own)).map { pairs[$0] }
    return rising.count > 1 || rising.contains { codes[$0.own].isOfOneThing } ? rising : []
  }

  /// Adds the codes of another row that overlaps this one.
  private mutating func join(_ other: CodeRow) {
    let anchors = anchors(in: other)
    let scale = RowScale(anchors.map { (other.places[$0.other], places[$0.own]) })
    let joined = Set(anchors.map(\.other))
    let near = distance / 2
    let before = Dictionary(grouping: codes.indices) { codes[$0].name }.mapValues { $0.map { places[$0] } }
    var all = Array(zip(places, codes))
    for (index, code) in other.codes.enumerated() where !joined.contains(index) {
      let place = scale.place(of: other.places[index])
      let same = before[code.name] ?? []
      if same.contains(where: { abs($0 - place) < near }) { continue }
      if code.isOfOneThing, !same.isEmpty {
        doubtful.append(code)
      } else {
        all.append((place, code))
      }
    }
    all.sort { ($0.0, $0.1.picture) < ($1.0, $1.1.picture) }
    places = all.map(\.0)
    codes = all.map(\.1)
    doubtful += other.doubtful
  }

  /// The usual distance of two neighbours.
  private var distance: Double {
    let steps = zip(places.dropFirst(), places).map { $0 - $1 }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }
}
