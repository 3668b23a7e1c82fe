internal import Imaging

/// The rule for overlapping readings. Two codes never share the same area: the longest of overlapping readings is the
/// printed one. The others are parts of it (an ITF has no end that could not stand in its middle) or were found in its
/// bars.
enum Overlap {
  /// Returns the barcodes without those that are inside a longer one.
  static func longest(of barcodes: [Barcode]) -> [Barcode] {
    guard barcodes.count > 1 else { return barcodes }
    return barcodes.filter { barcode in
      !barcodes.contains { other in
        (other.symbology, other.raw) != (barcode.symbology, barcode.raw) && length(other) > length(barcode)
          && holds(other.corners, middle(barcode.corners))
      }
    }
  }

  /// Returns the squared length from the first bar to the last, in pixels squared.
  private static func length(_ barcode: Barcode) -> Int {
    guard barcode.corners.count == 4 else { return 0 }
    let (dx, dy) = (barcode.corners[1].x - barcode.corners[0].x, barcode.corners[1].y - barcode.corners[0].y)
    return dx * dx + dy * dy
  }

  private static func middle(_ corners: [PixelPoint]) -> PixelPoint {
    let count = max(1, corners.count)
    return PixelPoint(
      x: corners.reduce(0) { $0 + $1.x } / count, y: corners.reduce(0) { $0 + $1.y } / count)
  }

  /// Returns true if a point is inside a convex outline, in either order of its corners.
  private static func holds(_ corners: [PixelPoint], _ point: PixelPoint) -> Bool {
    guard corners.count > 2 else { return false }
    var sides = (left: false, right: false)
    for (index, from) in corners.enumerated() {
      let to = corners[(index + 1) % corners.count]
      let side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
      if side > 0 { sides.left = true }
      if side < 0 { sides.right = true }
    }
    return !(sides.left && sides.right)
  }
}

private func != <Name: Equatable>(a: (Name, [UInt8]), b: (Name, [UInt8])) -> Bool { !(a.0 == b.0 && a.1 == b.1) }
