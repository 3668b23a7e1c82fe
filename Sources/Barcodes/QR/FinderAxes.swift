/// The directions and sizes of a module at each of three corners: a camera sees a close corner larger than a distant
/// one.
struct FinderAxes {
  /// The vector from a module to the next one to the right, in pixels: at the corner, at the right and below.
  private let across: [PlanePoint]
  /// The vector from a module to the next one below.
  private let down: [PlanePoint]
  private let triple: FinderTriple

  /// Measures three corners; nil if one of them has no edges in the directions of the others.
  init?(_ triple: FinderTriple, in search: FinderSearch) {
    let wide = triple.right.centre - triple.corner.centre
    let high = triple.below.centre - triple.corner.centre
    var (across, down) = ([PlanePoint](), [PlanePoint]())
    for finder in [triple.corner, triple.right, triple.below] {
      func axis(_ way: PlanePoint) -> PlanePoint? {
        let unit = way * (1 / way.length)
        return search.crossing(finder.centre, unit, limit: 8 * finder.module, isInverted: finder.isInverted).map {
          unit * ($0.length / 7)
        }
      }
      guard let right = axis(wide), let below = axis(high) else { return nil }
      across.append(right)
      down.append(below)
    }
    (self.across, self.down, self.triple) = (across, down, triple)
  }

  /// The possible positions of the unmarked corner, as far from the edges as the middles of the others. The first
  /// assumes a flat square; the second uses the change in size along the sides.
  var fourths: [PlanePoint] {
    let (corner, right, below) = (triple.corner.centre, triple.right.centre, triple.below.centre)
    let flat = right + below - corner
    let byHeight = right + (below - corner) * (down[1].length / down[0].length)
    let byWidth = below + (right - corner) * (across[2].length / across[0].length)
    return [flat, (byHeight + byWidth) * 0.5]
  }

  /// Returns the correlation with a finder pattern of the worst of the three: 1 is full, 0 is none. It covers the whole
  /// pattern, and not only the few lines on which it was found.
  func match(_ plane: GreyView) -> Float {
    let centres = [triple.corner.centre, triple.right.centre, triple.below.centre]
    return centres.indices.map { index in
      Self.pattern.correlation(inverted: triple.corner.isInverted) { x, y in
        plane(centres[index] + across[index] * x + down[index] * y)
      }
    }.min() ?? 0
  }

  /// A finder pattern with the light around it, relative to its middle.
  private static let pattern = KnownModules(
    (-4...4).flatMap { y in
      (-4...4).map { x in
        let ring = max(abs(x), abs(y))
        return KnownModules.Module(x: Double(x), y: Double(y), isDark: ring == 3 || ring < 2)
      }
    })
}
