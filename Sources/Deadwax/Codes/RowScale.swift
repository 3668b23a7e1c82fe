/// The positions of one picture in another one, by the codes that both show. Perspective makes the scale change along a row.
struct RowScale {
  private let anchors: [(from: Double, to: Double)]

  /// - Parameter anchors: positions in both pictures, rising in both; at least one.
  init(_ anchors: [(from: Double, to: Double)]) { self.anchors = anchors }

  /// Returns a position in the other picture: between two anchors by their distances, beyond them by the scale of the last two.
  func place(of from: Double) -> Double {
    guard let first = anchors.first, anchors.count > 1 else {
      return (anchors.first?.to ?? 0) + from - (anchors.first?.from ?? 0)
    }
    let next = anchors.dropFirst().firstIndex { $0.from >= from } ?? anchors.count - 1
    let (low, high) = (anchors[next - 1], anchors[next])
    guard high.from > low.from else { return first.to + from - first.from }
    // At least a sliver, so that two positions never change their order.
    let scale = max((high.to - low.to) / (high.from - low.from), 1e-6)
    return low.to + (from - low.from) * scale
  }
}
