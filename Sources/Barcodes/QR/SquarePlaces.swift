internal import Imaging

/// Where in a frame a QR code may lie, told by its cells: where there are edges.
///
/// Only what is flat is left out. Text, pictures and bars stay in: in a row of cells it takes no longer to walk over them
/// than to tell them from a code.
struct SquarePlaces {
  /// For each row of cells the columns to be looked at.
  let spans: [Range<Int>]

  /// The rectangle about all of them, in pixels; nil when there are none. It may reach beyond the frame.
  let bounds: PixelRectangle?

  /// A cell crossed by an edge has about twice the square of its contrast: this is for a contrast of 20, below which
  /// ink is not told from paper.
  private static let faintest: Float = 800
  /// And this for a contrast of 55: it counts as an edge however much there is of the like.
  private static let plain: Float = 6000
  /// How much more than noise an edge must be. A cell's energy is the sum of 64 squares, so noise alone strays from its
  /// mean by a fifth.
  private static let overNoise: Float = 3
  /// The smallest code is 21 modules wide, and a module a pixel.
  private static let narrowest = 3

  init(_ cells: CellMap) {
    let edge = min(Self.plain, max(Self.faintest, Self.overNoise * Self.noise(cells)))
    let found = (0..<cells.rows).map { Self.span(cells, row: $0, edge: edge) }
    // A cell more on every side: a pattern's outermost edge may lie just beyond the cell in which it is seen.
    var spans = found
    for row in found.indices {
      for next in [row - 1, row + 1] where found.indices.contains(next) && !found[next].isEmpty {
        let (own, other) = (spans[row], found[next])
        spans[row] =
          own.isEmpty
          ? other : min(own.lowerBound, other.lowerBound)..<max(own.upperBound, other.upperBound)
      }
    }
    self.spans = spans
    let rows = spans.indices.filter { !spans[$0].isEmpty }
    guard let top = rows.first, let bottom = rows.last else {
      bounds = nil
      return
    }
    let left = rows.map { spans[$0].lowerBound }.min() ?? 0
    let right = rows.map { spans[$0].upperBound }.max() ?? 0
    let side = CellMap.side
    bounds = PixelRectangle(
      x: left * side, y: top * side, width: (right - left) * side, height: (bottom + 1 - top) * side)
  }

  /// The energy of a flat cell: a quarter of the cells have no more, unless the frame is full.
  private static func noise(_ cells: CellMap) -> Float {
    let count = cells.columns * cells.rows
    guard count > 0 else { return 0 }
    let step = max(1, count / 500)
    // An odd step walks over all columns.
    let sample = stride(from: 0, to: count, by: step | 1).map { cells.tensors[$0].energy }.sorted()
    return sample[sample.count / 4]
  }

  private static func span(_ cells: CellMap, row: Int, edge: Float) -> Range<Int> {
    // Between two cells with edges of one code lie no more than these without: the middle of a finder pattern is three
    // modules wide, of 29 with the quiet zone in the smallest code, which may fill the frame.
    let gap = max(3, cells.columns / 8)
    var span = 0..<0
    var first: Int?
    var last = 0
    func close() {
      guard let first, last + 1 - first >= narrowest else { return }
      span = span.isEmpty ? first..<last + 1 : span.lowerBound..<last + 1
    }
    for column in 0..<cells.columns where cells.tensors[row * cells.columns + column].energy > edge {
      if first != nil, column - last > gap {
        close()
        first = column
      }
      if first == nil { first = column }
      last = column
    }
    close()
    return span.isEmpty ? span : max(0, span.lowerBound - 1)..<min(cells.columns, span.upperBound + 1)
  }
}
