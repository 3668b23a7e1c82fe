/// The paper beside a code.
enum QuietZones {
  /// The minimum width on either side, in modules; the standard requires ten.
  private static let modules: Float = 7
  /// The tolerated difference from the brightness of the code's spaces, as a share of the contrast. A lamp's
  /// reflection, a finger or a tear is not the paper of the code.
  private static let toneOff: Float = 0.2

  /// The search distance beyond the paper for the other part of a longer code, in modules.
  private static let reach: Float = 60
  /// No element of a code is wider, in modules, and so many in a row are bars.
  private static let (widest, bars): (Float, Int) = (4.5, 6)

  /// Returns true if a code has paper on both sides and no more bars behind it. An object that covers the middle of a
  /// long code can be as bright as paper.
  ///
  /// - Parameters:
  ///   - fit: the position of the code.
  ///   - edges: the edges of its line.
  ///   - line: the brightness.
  ///   - count: the number of samples of the line.
  /// - Returns: false if there is something else, or the line ends too soon.
  static func areProven(_ fit: CodeFit, on edges: [Float], _ line: UnsafePointer<Float>, count: Int) -> Bool {
    let alignment = fit.alignment
    let module = alignment.module
    let ends = (alignment.place(0), alignment.place(alignment.length))
    let (low, high) = (min(ends.0, ends.1), max(ends.0, ends.1))
    let before = edges.last { $0 < low - 0.5 * module } ?? 0
    let after = edges.first { $0 > high + 0.5 * module } ?? Float(count)
    guard low - before >= modules * module, after - high >= modules * module else { return false }
    guard !showsBars(edges.reversed().drop { $0 > before }, module), !showsBars(edges.drop { $0 < after }, module)
    else { return false }
    var (dark, light) = (Float.infinity, -Float.infinity)
    for index in max(0, Int(low))...min(count - 1, Int(high)) {
      dark = min(dark, line[index])
      light = max(light, line[index])
    }
    // Each side is compared with the spaces of its own half: light falls off along a code.
    let middle = (low + high) / 2
    for (from, to, near, far) in [
      (low - modules * module, low - module, low, middle), (high + module, high + modules * module, middle, high),
    ] {
      var space = -Float.infinity
      for index in max(0, Int(near))...min(count - 1, Int(far)) { space = max(space, line[index]) }
      for index in max(0, Int(from))...max(0, min(count - 1, Int(to)))
      where abs(line[index] - space) > toneOff * (light - dark) { return false }
    }
    return true
  }

  /// Returns true if edges, starting with the nearest, bound bars.
  private static func showsBars(_ edges: some Sequence<Float>, _ module: Float) -> Bool {
    var (first, last): (Float?, Float) = (nil, 0)
    var count = 0
    for edge in edges {
      guard let begin = first else {
        (first, last) = (edge, edge)
        continue
      }
      count = abs(edge - last) <= widest * module ? count + 1 : 0
      if count >= bars { return true }
      if abs(edge - begin) > reach * module { return false }
      last = edge
    }
    return false
  }
}
