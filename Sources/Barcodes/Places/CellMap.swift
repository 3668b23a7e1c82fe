internal import Imaging

/// A map of a frame's content, measured by its gradients in small square cells. A cell holds nothing, edges with one
/// direction (bars), or edges in all directions (the modules of a QR code, pictures, text).
///
/// Each cell holds its structure tensor: the sums of gx², gy² and gx·gy over its pixels. Tensors can be added: the sum
/// over several cells is the tensor of their joint area. All bars of a code, wide or narrow, have one direction. An
/// area's coherence therefore distinguishes bars from everything else, in any light.
///
/// The buffers are reused from frame to frame.
struct CellMap {
  /// The side of the cells that a frame is measured in, in pixels.
  static let side = 8
  /// The side of this map's cells, in pixels. The cells at the right and at the bottom may be cut off.
  private(set) var side = CellMap.side

  /// The number of cells in a row.
  private(set) var columns = 0
  /// The number of cells in a column.
  private(set) var rows = 0
  /// The tensor of each cell, row by row.
  private(set) var tensors: [GradientTensor] = []

  init() {}

  /// Measures a frame's gradients. They are the differences along both diagonals of each 2 × 2 pixels, divided by four,
  /// so that the squares of eight fit 16 bits.
  ///
  /// No square may be skipped: all edges of a print may be between the same two of four rows. The differences may not
  /// be clipped: sharp bars would seem to lean towards a diagonal.
  mutating func measure(_ frame: LumaFrame) { measure(frame, side: Self.side, Self.measureRow) }

  /// Measures a frame's gradients in cells of half the usual side, for codes that are only a few cells high.
  mutating func measureFinely(_ frame: LumaFrame) { measure(frame, side: Self.side / 2, Self.measureFineRow) }

  private mutating func measure(
    _ frame: LumaFrame, side: Int,
    _ measureRow: (Int, UnsafePointer<UInt8>, Int, Int, Int, UnsafeMutablePointer<GradientTensor>) -> Void
  ) {
    self.side = side
    columns = (frame.width + side - 1) / side
    rows = (frame.height + side - 1) / side
    if tensors.count < columns * rows {
      tensors = Array(repeating: GradientTensor(), count: columns * rows)
    }
    let (columns, rows) = (columns, rows)
    frame.pixels.withUnsafeBufferPointer { pixels in
      tensors.withUnsafeMutableBufferPointer { tensors in
        guard let from = pixels.baseAddress, let to = tensors.baseAddress else { return }
        for row in 0..<rows { measureRow(row, from, frame.width, frame.height, columns, to) }
      }
    }
  }

  /// Fills this map with cells of twice the side, each the sum of four cells of another map.
  mutating func halve(_ fine: CellMap) {
    side = fine.side * 2
    columns = (fine.columns + 1) / 2
    rows = (fine.rows + 1) / 2
    if tensors.count < columns * rows {
      tensors = Array(repeating: GradientTensor(), count: columns * rows)
    }
    for row in 0..<rows {
      for column in 0..<columns {
        tensors[row * columns + column] = fine.tensor(column: 2 * column, row: 2 * row, width: 2, height: 2)
      }
    }
  }

  /// Returns the tensor of a rectangle of cells, which may reach beyond the map.
  func tensor(column: Int, row: Int, width: Int, height: Int) -> GradientTensor {
    var sum = GradientTensor()
    for row in max(0, row)..<max(0, row, min(rows, row + height)) {
      for column in max(0, column)..<max(0, column, min(columns, column + width)) {
        sum += tensors[row * columns + column]
      }
    }
    return sum
  }

  /// The tensor of one cell.
  ///
  /// - Precondition: the cell is in the map.
  subscript(column: Int, row: Int) -> GradientTensor {
    precondition((0..<columns).contains(column) && (0..<rows).contains(row), "the cell is in the map")
    return tensors[row * columns + column]
  }

  private static func measureRow(
    _ row: Int, of pixels: UnsafePointer<UInt8>, width: Int, height: Int, columns: Int,
    to tensors: UnsafeMutablePointer<GradientTensor>
  ) {
    let top = row * side
    let line = tensors + row * columns
    // Measures two cells at once if all their pixels, and the ones to the right and below, are in the frame.
    let whole = top + side < height ? max(0, (width - 1) / (2 * side)) : 0
    for pair in 0..<whole { measurePair(pixels + top * width + pair * 2 * side, width: width, to: line + 2 * pair) }
    for column in 2 * whole..<max(2 * whole, columns) {
      line[column] = measureCut(pixels, side, left: column * side, top: top, width: width, height: height)
    }
  }

  /// Measures a row of cells of half the usual side.
  private static func measureFineRow(
    _ row: Int, of pixels: UnsafePointer<UInt8>, width: Int, height: Int, columns: Int,
    to tensors: UnsafeMutablePointer<GradientTensor>
  ) {
    let fine = side / 2
    let top = row * fine
    let line = tensors + row * columns
    let whole = top + fine < height ? max(0, (width - 1) / (4 * fine)) : 0
    for four in 0..<whole {
      let (aa, bb, ab) = sums(pixels + top * width + four * 4 * fine, width: width, rows: fine)
      func put(_ cell: Int, _ aa: SIMD4<Int16>, _ bb: SIMD4<Int16>, _ ab: SIMD4<Int16>) {
        line[4 * four + cell] = GradientTensor(aa: sum(aa), bb: sum(bb), ab: sum(ab))
      }
      put(0, aa.lowHalf.lowHalf, bb.lowHalf.lowHalf, ab.lowHalf.lowHalf)
      put(1, aa.lowHalf.highHalf, bb.lowHalf.highHalf, ab.lowHalf.highHalf)
      put(2, aa.highHalf.lowHalf, bb.highHalf.lowHalf, ab.highHalf.lowHalf)
      put(3, aa.highHalf.highHalf, bb.highHalf.highHalf, ab.highHalf.highHalf)
    }
    for column in 4 * whole..<max(4 * whole, columns) {
      line[column] = measureCut(pixels, fine, left: column * fine, top: top, width: width, height: height)
    }
  }

  /// Measures two adjacent cells: 17 × 9 pixels.
  private static func measurePair(
    _ pixels: UnsafePointer<UInt8>, width: Int, to tensors: UnsafeMutablePointer<GradientTensor>
  ) {
    let (aa, bb, ab) = sums(pixels, width: width, rows: side)
    tensors[0] = GradientTensor(aa: sum(aa.lowHalf), bb: sum(bb.lowHalf), ab: sum(ab.lowHalf))
    tensors[1] = GradientTensor(aa: sum(aa.highHalf), bb: sum(bb.highHalf), ab: sum(ab.highHalf))
  }

  /// Returns the sums of a², b² and a·b over at most eight rows, for each of 16 columns.
  @inline(__always)
  private static func sums(
    _ pixels: UnsafePointer<UInt8>, width: Int, rows: Int
  ) -> (SIMD16<Int16>, SIMD16<Int16>, SIMD16<Int16>) {
    typealias Wide = SIMD16<Int16>
    var (aa, bb, ab) = (Wide.zero, Wide.zero, Wide.zero)
    let half = Wide(repeating: 2)
    let (low, high) = (Wide(repeating: -limit), Wide(repeating: limit))
    var upper = UnsafeRawPointer(pixels)
    for _ in 0..<rows {
      let lower = upper + width
      let p00 = Wide(truncatingIfNeeded: upper.loadUnaligned(as: SIMD16<UInt8>.self))
      let p01 = Wide(truncatingIfNeeded: (upper + 1).loadUnaligned(as: SIMD16<UInt8>.self))
      let p10 = Wide(truncatingIfNeeded: lower.loadUnaligned(as: SIMD16<UInt8>.self))
      let p11 = Wide(truncatingIfNeeded: (lower + 1).loadUnaligned(as: SIMD16<UInt8>.self))
      let a = ((p11 &- p00 &+ half) &>> 2).clamped(lowerBound: low, upperBound: high)
      let b = ((p01 &- p10 &+ half) &>> 2).clamped(lowerBound: low, upperBound: high)
      aa &+= a &* a
      bb &+= b &* b
      ab &+= a &* b
      upper = lower
    }
    return (aa, bb, ab)
  }

  /// The largest quarter of a difference such that the squares of eight fit 16 bits. Only full black beside full white
  /// exceeds it, by one.
  private static let limit: Int16 = 63

  private static func sum(_ values: SIMD8<Int16>) -> Int32 { SIMD8<Int32>(truncatingIfNeeded: values).wrappedSum() }
  private static func sum(_ values: SIMD4<Int16>) -> Int32 { SIMD4<Int32>(truncatingIfNeeded: values).wrappedSum() }

  /// Measures a cell at the frame's edge.
  private static func measureCut(
    _ pixels: UnsafePointer<UInt8>, _ side: Int, left: Int, top: Int, width: Int, height: Int
  ) -> GradientTensor {
    var (aa, bb, ab) = (Int32(0), Int32(0), Int32(0))
    for y in top..<max(top, min(top + side, height - 1)) {
      for x in left..<max(left, min(left + side, width - 1)) {
        let upper = pixels + y * width + x
        let lower = upper + width
        let a = min(Int32(limit), max(Int32(-limit), (Int32(lower[1]) - Int32(upper[0]) + 2) >> 2))
        let b = min(Int32(limit), max(Int32(-limit), (Int32(upper[1]) - Int32(lower[0]) + 2) >> 2))
        aa += a * a
        bb += b * b
        ab += a * b
      }
    }
    return GradientTensor(aa: aa, bb: bb, ab: ab)
  }
}
