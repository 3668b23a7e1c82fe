/// The positions of a code's modules in a plane.
struct ModuleGrid {
  let version: QRVersion
  let isInverted: Bool
  /// The projection from modules to the plane; (0, 0) is the code's upper left corner.
  private(set) var homography: Homography
  /// The basis of the homography: four points in modules, and their positions in the plane.
  private var anchors: [PlanePoint]
  private var seen: [PlanePoint]

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - triple: the three marked corners.
  ///   - version: the version, which gives the number of modules.
  ///   - fourth: the unmarked corner: the position in the plane of the point as far from it as the finders' middles are
  ///     from theirs.
  init?(_ triple: FinderTriple, _ version: QRVersion, fourth: PlanePoint) {
    let far = Double(version.side) - 3.5
    self.init(
      version, isInverted: triple.corner.isInverted,
      anchors: [(3.5, 3.5), (far, 3.5), (far, far), (3.5, far)].map { PlanePoint(x: $0.0, y: $0.1) },
      seen: [triple.corner.centre, triple.right.centre, fourth, triple.below.centre])
  }

  private init?(_ version: QRVersion, isInverted: Bool, anchors: [PlanePoint], seen: [PlanePoint]) {
    guard let homography = Homography(from: anchors, to: seen) else { return nil }
    self.version = version
    self.isInverted = isInverted
    self.homography = homography
    self.anchors = anchors
    self.seen = seen
  }

  /// Returns a grid with the same three corners and another fourth anchor.
  func with(fourthAt module: PlanePoint, seenAt place: PlanePoint) -> ModuleGrid? {
    var (anchors, seen) = (anchors, seen)
    anchors[2] = module
    seen[2] = place
    return ModuleGrid(version, isInverted: isInverted, anchors: anchors, seen: seen)
  }

  /// The code's corners: upper left, upper right, lower right, lower left.
  var corners: [PlanePoint] {
    let side = Double(version.side)
    return [homography(0, 0), homography(side, 0), homography(side, side), homography(0, side)]
  }

  /// True if a camera could see it: every corner turns the same way, and no side vanishes.
  var isConvex: Bool {
    let corners = corners
    return corners.indices.allSatisfy { index in
      let way = corners[(index + 1) % 4] - corners[index]
      let next = corners[(index + 2) % 4] - corners[(index + 1) % 4]
      let turn = way.cross(next)
      return turn.isFinite && turn > 0.1 * way.length * next.length
    }
  }

  // MARK: - Matching

  /// Returns the correlation of the brightness with the patterns that every code has: 1 is full, 0 is none. It does not
  /// depend on contrast or brightness.
  func match(_ plane: GreyView) -> Float {
    KnownModules.all(of: version).correlation(inverted: isInverted) { plane(homography($0, $1)) }
  }

  // MARK: - Refinement

  /// Finds the alignment pattern closest to the unmarked corner, and uses it as the fourth anchor.
  ///
  /// - Parameters:
  ///   - plane: the plane that shows the code.
  ///   - reach: the maximum distance from its expected position, in modules.
  /// - Returns: nil if the version has no alignment pattern, or none is found.
  func alignedToFourthCorner(_ plane: GreyView, reach: Double) -> ModuleGrid? {
    guard let last = version.alignments.last else { return nil }
    let middle = PlanePoint(x: Double(last) + 0.5, y: Double(last) + 0.5)
    guard let place = alignment(at: middle, plane, reach: reach) else { return nil }
    return with(fourthAt: middle, seenAt: place)
  }

  /// Returns the position of an alignment pattern; nil if it is not found.
  private func alignment(at middle: PlanePoint, _ plane: GreyView, reach: Double) -> PlanePoint? {
    let expected = homography(middle.x, middle.y)
    let across = (homography(middle.x + 1, middle.y) - homography(middle.x - 1, middle.y)) * 0.5
    let down = (homography(middle.x, middle.y + 1) - homography(middle.x, middle.y - 1)) * 0.5
    func score(_ x: Double, _ y: Double) -> Float {
      let origin = expected + across * x + down * y
      return KnownModules.alignment.correlation(inverted: isInverted) { u, v in
        plane(origin + across * u + down * v)
      }
    }
    var best = (score: Float(0), x: 0.0, y: 0.0)
    for y in stride(from: -reach, through: reach, by: 0.5) {
      for x in stride(from: -reach, through: reach, by: 0.5) {
        let found = score(x, y)
        // Of two equal matches the closer one wins.
        if found - Float((x * x + y * y).squareRoot()) * 0.01 > best.score { best = (found, x, y) }
      }
    }
    guard best.score > 0.55 else { return nil }
    for step in [0.25, 0.12] {
      let centre = best
      for y in [-step, 0, step] {
        for x in [-step, 0, step] {
          let found = score(centre.x + x, centre.y + y)
          if found > best.score { best = (found, centre.x + x, centre.y + y) }
        }
      }
    }
    return expected + across * best.x + down * best.y
  }

  /// Moves the corners as long as that improves the match.
  ///
  /// - Parameters:
  ///   - plane: the plane that shows the code.
  ///   - onAll: true if every module counts, by its clarity as dark or light, and not only the known ones; the lower
  ///     right of the smallest codes has no known ones.
  /// - Returns: the best grid, which may be the unchanged one.
  func refined(_ plane: GreyView, onAll: Bool) -> ModuleGrid {
    let side = Double(version.side)
    let corners = [(0, 0), (side, 0), (side, side), (0, side)].map { PlanePoint(x: $0.0, y: $0.1) }
    guard
      var best = ModuleGrid(
        version, isInverted: isInverted, anchors: corners, seen: corners.map { homography($0.x, $0.y) })
    else { return self }
    func score(_ grid: ModuleGrid) -> Float {
      grid.match(plane) + (onAll ? ModuleSamples(grid, plane).clarity : 0)
    }
    let module = (seen[1] - seen[0]).length / (side - 7)
    var bestScore = score(best)
    for step in [1.0, 0.5, 0.25, 0.12] {
      var isBetter = true
      var rounds = 0
      while isBetter, rounds < 4 {
        isBetter = false
        rounds += 1
        for corner in [2, 1, 3, 0] {
          for (x, y) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
            var seen = best.seen
            seen[corner] = seen[corner] + PlanePoint(x: x * module, y: y * module)
            guard let grid = ModuleGrid(version, isInverted: isInverted, anchors: corners, seen: seen) else { continue }
            let found = score(grid)
            if found > bestScore + 0.001 { (best, bestScore, isBetter) = (grid, found, true) }
          }
        }
      }
    }
    return best
  }
}
