/// An upright rectangle of whole pixels. It may extend beyond a frame, or be empty.
package struct PixelRectangle: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The column after the last one.
  package var right: Int { x + width }
  /// The row after the last one.
  package var bottom: Int { y + height }

  /// Returns the intersection of both rectangles; empty if they do not overlap.
  package func clipped(to other: PixelRectangle) -> PixelRectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRectangle(
      x: left, y: top, width: max(0, min(right, other.right) - left), height: max(0, min(bottom, other.bottom) - top))
  }
}
