/// Where in a frame a QR code may lie, told by its cells: where there are edges, unless they are bars.
struct SquarePlaces {
  /// For each row of cells the columns to be looked at.
  let spans: [Range<Int>]

  var isEmpty: Bool { spans.allSatisfy(\.isEmpty) }

  /// The energy of a cell that has an edge of half the contrast that is still read across a quarter of it; noise of a
  /// good camera stays far below.
  private static let edge: Float = 6000
  /// Between two cells with edges of one code lie no more than these without: the middle of a finder pattern, and the
  /// light about it.
  private static let gap = 10
  /// The smallest code is 21 modules wide, and a module a pixel.
  private static let narrowest = 3

  init(_ cells: CellMap) {
    var spans: [Range<Int>] = []
    spans.reserveCapacity(cells.rows)
    for row in 0..<cells.rows {
      var best = 0..<0
      var start: Int?
      var last = 0
      for column in 0..<cells.columns where cells[column, row].energy > Self.edge {
        if let first = start, column - last > Self.gap {
          if last + 1 - first >= Self.narrowest { best = best.isEmpty ? first..<last + 1 : best.lowerBound..<last + 1 }
          start = column
        } else if start == nil {
          start = column
        }
        last = column
      }
      if let first = start, last + 1 - first >= Self.narrowest {
        best = best.isEmpty ? first..<last + 1 : best.lowerBound..<last + 1
      }
      if !best.isEmpty { best = max(0, best.lowerBound - 1)..<min(cells.columns, best.upperBound + 1) }
      spans.append(best)
    }
    self.spans = spans
  }
}
