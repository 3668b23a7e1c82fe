/// The rows in one picture: beside each other on a shelf, or on top of each other in a pile.
struct RowDivision {
  /// The codes of each row in order, with their positions along it; the rows from above to below, or from left to right.
  let rows: [[(code: PicturedCode, place: Double)]]

  /// Two codes of a row may hide this share of each other along it, because spines and pictures are never straight.
  private static let mostShared = 0.6

  /// Divides the codes of a picture. The direction with the fewest rows wins, and then the one in which they reach further.
  init(_ codes: [PicturedCode]) {
    let across = Self.divided(codes, along: \.x, across: \.y)
    let down = Self.divided(codes, along: \.y, across: \.x)
    let isDown =
      down.count < across.count || (down.count == across.count && Self.reach(codes, \.y) > Self.reach(codes, \.x))
    rows = (isDown ? down : across).map { row in
      row.map { ($0, isDown ? $0.y.middle : $0.x.middle) }
    }
  }

  private static func reach(_ codes: [PicturedCode], _ side: KeyPath<PicturedCode, ClosedRange<Double>>) -> Double {
    let middles = codes.map { $0[keyPath: side].middle }
    return (middles.max() ?? 0) - (middles.min() ?? 0)
  }

  /// Splits the codes at the widest gap across for as long as two of them are at the same position along a row.
  private static func divided(
    _ codes: [PicturedCode], along: KeyPath<PicturedCode, ClosedRange<Double>>,
    across: KeyPath<PicturedCode, ClosedRange<Double>>
  ) -> [[PicturedCode]] {
    let ordered = codes.sorted { $0[keyPath: along].middle < $1[keyPath: along].middle }
    let collides = zip(ordered, ordered.dropFirst()).contains {
      share($0[keyPath: along], $1[keyPath: along]) > mostShared
    }
    guard collides, ordered.count > 1 else { return ordered.isEmpty ? [] : [ordered] }
    let levels = ordered.sorted { $0[keyPath: across].middle < $1[keyPath: across].middle }
    let gaps = zip(levels, levels.dropFirst()).map { $1[keyPath: across].middle - $0[keyPath: across].middle }
    guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > 0 else { return [ordered] }
    return divided(Array(levels[...widest]), along: along, across: across)
      + divided(Array(levels[(widest + 1)...]), along: along, across: across)
  }

  /// Returns the common part of two ranges as a share of the shorter one.
  private static func share(_ one: ClosedRange<Double>, _ other: ClosedRange<Double>) -> Double {
    let common = min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound)
    let shorter = min(one.upperBound - one.lowerBound, other.upperBound - other.lowerBound)
    return shorter > 0 ? common / shorter : 0
  }
}

extension ClosedRange<Double> {
  fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}
