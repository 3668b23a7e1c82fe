internal import Imaging

/// The parts of a frame that may contain a QR code: those whose cells have edges.
///
/// Only flat parts are left out. Text, pictures and bars stay in: scanning them takes no longer than distinguishing
/// them from a code.
struct QRPlaces {
  /// The columns to search, for each row of cells.
  let spans: [Range<Int>]

  /// The rectangle around all of them, in pixels; nil if there are none. It may reach beyond the frame.
  let bounds: PixelRectangle?

  /// The energy of the faintest edge. A cell with an edge has about twice the square of its contrast. This value is for
  /// a contrast of 20, below which ink cannot be distinguished from paper.
  private static let faintest: Float = 800
  /// The energy of a plain edge, for a contrast of 55: it counts even if the frame has many like it.
  private static let plain: Float = 6000
  /// The required ratio of an edge to noise. A cell's energy is the sum of 64 squares, so noise alone deviates from its
  /// mean by a fifth.
  private static let overNoise: Float = 3
  /// The minimum width in cells: the smallest code is 21 modules wide, at one pixel per module.
  private static let narrowest = 3

  init(_ cells: CellMap) {
    let edge = min(Self.plain, max(Self.faintest, Self.overNoise * Self.noise(cells)))
    let found = (0..<cells.rows).map { Self.span(cells, row: $0, edge: edge) }
    // One more cell on every side: a pattern's outermost edge may be just beyond the cell in which it is found.
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

  /// The side of a tile in pixels, and the part of it that the next one shows again: a larger code than this is found by the look
  /// at the whole frame.
  private static let tile = (side: 768, shared: 256)

  /// Returns rectangles that cover the places together.
  func tiles(of frame: PixelRectangle) -> [PixelRectangle] {
    guard let bounds = bounds?.clipped(to: frame) else { return [] }
    let step = Self.tile.side - Self.tile.shared
    var tiles: [PixelRectangle] = []
    for top in stride(from: bounds.y, to: max(bounds.y + 1, bounds.bottom - Self.tile.shared), by: step) {
      for left in stride(from: bounds.x, to: max(bounds.x + 1, bounds.right - Self.tile.shared), by: step) {
        let rows = (top / CellMap.side)...(min(bounds.bottom, top + Self.tile.side) - 1) / CellMap.side
        let columns = left / CellMap.side..<(left + Self.tile.side) / CellMap.side
        guard spans[rows.clamped(to: 0...(spans.count - 1))].contains(where: { $0.overlaps(columns) }) else { continue }
        tiles.append(
          PixelRectangle(x: left, y: top, width: Self.tile.side, height: Self.tile.side).clipped(to: frame))
      }
    }
    return tiles
  }

  /// Returns the energy of a flat cell: a quarter of the cells have no more, unless the frame is full.
  private static func noise(_ cells: CellMap) -> Float {
    let count = cells.columns * cells.rows
    guard count > 0 else { return 0 }
    let step = max(1, count / 500)
    // An odd step visits all columns.
    let sample = stride(from: 0, to: count, by: step | 1).map { cells.tensors[$0].energy }.sorted()
    return sample[sample.count / 4]
  }

  private static func span(_ cells: CellMap, row: Int, edge: Float) -> Range<Int> {
    // The largest gap between two cells with edges of one code. The middle of a finder pattern is three modules wide.
    // The smallest code, which may fill the frame, has 29 with its quiet zone.
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
