/// Reflections over a part of a code. Where the paper is clipped white, a bar can be thinned or hidden, so such a cell
/// gives no evidence. A picture that is overexposed as a whole is no reflection: all its bars are thinned alike. Neither
/// is white paper as a scanner sees it, whose narrow spaces alone are darker.
enum Reflection {
  /// The brightness of a clipped sample.
  static let clipped: Float = 253
  /// The brightest sample of the median cell, if the paper is not white.
  static let brightestElsewhere: Float = 235
  /// The shares of clipped samples in a cell under a reflection, and in the median cell beside it.
  private static let (clippedHere, clippedElsewhere): (Float, Float) = (0.05, 0.02)

  /// Returns the cells that a reflection may have changed.
  ///
  /// - Parameter shares: the share of clipped samples in each cell of a line.
  /// - Returns: true for each of these cells.
  static func hiddenCells(_ shares: [Float]) -> [Bool] {
    guard !shares.isEmpty, shares.sorted()[shares.count / 2] <= clippedElsewhere else {
      return shares.map { _ in false }
    }
    return shares.map { $0 > clippedHere }
  }
}
