/// Reads the code whose corners are known: finds where its modules lie, and what they say.
struct SquareDecoder {
  private let plane: GreyView
  /// Whether every means is tried, or only the cheap ones.
  private let isThorough: Bool

  init(_ plane: GreyView, isThorough: Bool) {
    self.plane = plane
    self.isThorough = isThorough
  }

  /// What was read of a code.
  struct Read {
    let text: SquareText
    let corners: [PlanePoint]
    /// The share of what error correction may put right that was not needed, 0 to 1.
    let reserve: Double
  }

  /// What three corners' code says; nil when they are none's, or it cannot be made out.
  func read(_ triple: FinderTriple) -> Read? {
    let grids = grids(triple)
    for grid in grids { if let read = decode(grid) { return read } }
    for grid in grids.prefix(isThorough ? 4 : 1) {
      let refined = grid.refined(plane, onAll: false)
      if let read = decode(refined) { return read }
      guard isThorough, refined.match(plane) > 0.5 else { continue }
      if let read = decode(refined.refined(plane, onAll: true)) { return read }
    }
    return nil
  }

  /// The grids that are worth a try, the best first.
  private func grids(_ triple: FinderTriple) -> [ModuleGrid] {
    let nearest = Int(((triple.side - 17) / 4).rounded())
    // A tilted code's distances tell its size to a version or two.
    let numbers = [nearest, nearest - 1, nearest + 1, nearest - 2, nearest + 2].prefix(isThorough ? 5 : 3)
    var grids: [(grid: ModuleGrid, match: Float)] = []
    let flat = triple.right.centre + triple.below.centre - triple.corner.centre
    guard isSeen(triple, flat) else { return [] }
    for version in numbers.compactMap({ SquareVersion($0) }) {
      guard let grid = ModuleGrid(triple, version, fourth: flat), grid.isConvex else { continue }
      grids.append((grid, grid.match(plane)))
      let reach = min(12, 2 + Double(version.side) / 8)
      if let aligned = grid.alignedToFourthCorner(plane, reach: reach), aligned.isConvex {
        grids.append((aligned, aligned.match(plane)))
      }
    }
    // Beyond chance: the patterns have hundreds of modules, of which a third agree by chance with any texture.
    return grids.filter { $0.match > 0.35 }.sorted { $0.match > $1.match }.prefix(isThorough ? 6 : 3).map(\.grid)
  }

  /// Whether the three corners look like corners all over, and not only on the few lines by which they were found.
  func isSeen(_ triple: FinderTriple) -> Bool {
    isSeen(triple, triple.right.centre + triple.below.centre - triple.corner.centre)
  }

  private func isSeen(_ triple: FinderTriple, _ flat: PlanePoint) -> Bool {
    let number = min(40, max(1, Int(((triple.side - 17) / 4).rounded())))
    guard let version = SquareVersion(number), let grid = ModuleGrid(triple, version, fourth: flat) else {
      return false
    }
    return grid.cornerMatch(plane) > (isThorough ? 0.25 : 0.5)
  }

  private func decode(_ grid: ModuleGrid) -> Read? {
    let samples = ModuleSamples(grid, plane)
    for share in isThorough ? [0, 0.15, 0.3] as [Float] : [0, 0.15] {
      let sharp = share > 0 ? samples.sharpened(by: share) : samples
      for measure in ModuleSamples.Measure.allCases {
        let modules = sharp.modules(by: measure)
        for modules in [modules, modules.mirrored] {
          guard let format = modules.format else { continue }
          if let told = modules.toldVersion, told != grid.version { continue }
          if let content = modules.content(format), let text = SquareText(content.data, version: grid.version),
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
