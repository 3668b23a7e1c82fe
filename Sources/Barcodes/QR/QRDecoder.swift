/// Reads a code whose corners are known: finds the positions of its modules, and decodes them.
struct QRDecoder {
  private let plane: GreyView
  /// True if every method is tried, and not only the cheap ones.
  private let isThorough: Bool

  init(_ plane: GreyView, isThorough: Bool) {
    self.plane = plane
    self.isThorough = isThorough
  }

  /// A code that was read.
  struct Read {
    let text: QRText
    let corners: [PlanePoint]
    /// The unused share of the error correction, 0 to 1.
    let reserve: Double
  }

  /// Reads a code.
  ///
  /// - Parameters:
  ///   - triple: its corners.
  ///   - fourths: the possible positions of the fourth corner.
  /// - Returns: nil if it cannot be read.
  func read(_ triple: FinderTriple, fourths: [PlanePoint]) -> Read? {
    let grids = grids(triple, fourths)
    for grid in grids { if let read = decode(grid) { return read } }
    for grid in grids.prefix(isThorough ? 4 : 1) {
      let refined = grid.refined(plane, onAll: false)
      if let read = decode(refined) { return read }
      guard isThorough, refined.match(plane) > 0.5 else { continue }
      if let read = decode(refined.refined(plane, onAll: true)) { return read }
    }
    return nil
  }

  /// Returns the grids that are worth a try, the best first.
  private func grids(_ triple: FinderTriple, _ fourths: [PlanePoint]) -> [ModuleGrid] {
    let nearest = Int(((triple.side - 17) / 4).rounded())
    // The distances in a tilted code give its size to within one or two versions.
    let numbers = [nearest, nearest - 1, nearest + 1, nearest - 2, nearest + 2].prefix(isThorough ? 5 : 3)
    var grids: [(grid: ModuleGrid, match: Float)] = []
    for version in numbers.compactMap({ QRVersion($0) }) {
      for fourth in fourths {
        guard let grid = ModuleGrid(triple, version, fourth: fourth), grid.isConvex else { continue }
        grids.append((grid, grid.match(plane)))
        let reach = min(12, 2 + Double(version.side) / 8)
        if let aligned = grid.alignedToFourthCorner(plane, reach: reach), aligned.isConvex {
          grids.append((aligned, aligned.match(plane)))
        }
      }
    }
    // The patterns have hundreds of modules: a random texture correlates with them far less.
    return grids.filter { $0.match > 0.35 }.sorted { $0.match > $1.match }.prefix(isThorough ? 8 : 3).map(\.grid)
  }

  private func decode(_ grid: ModuleGrid) -> Read? {
    let samples = ModuleSamples(grid, plane)
    for share in isThorough ? [0, 0.15, 0.3] as [Float] : [0, 0.15] {
      let sharp = share > 0 ? samples.sharpened(by: share) : samples
      for measure in ModuleSamples.Measure.allCases {
        let modules = sharp.modules(by: measure)
        for modules in [modules, modules.mirrored] {
          guard let format = modules.format else { continue }
          if let encoded = modules.encodedVersion, encoded != grid.version { continue }
          if let content = modules.content(format), let text = QRText(content.data, version: grid.version),
            !text.raw.isEmpty
          {
            let reserve = content.limit > 0 ? 1 - Double(content.errors) / Double(content.limit) : 1
            return Read(text: text, corners: grid.corners, reserve: reserve)
          }
        }
      }
    }
    return nil
  }
}
