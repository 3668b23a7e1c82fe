/// A place in a frame: whole pixels from the left edge and from the top.
package struct PixelPoint: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle of whole pixels. It may reach beyond a frame, or hold nothing.
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
  /// One past the last column.
  package var right: Int { x + width }
  /// One past the last row.
  package var bottom: Int { y + height }

  /// What both cover; empty where they do not meet.
  package func clipped(to other: PixelRectangle) -> PixelRectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRectangle(
      x: left, y: top, width: max(0, min(right, other.right) - left), height: max(0, min(bottom, other.bottom) - top))
  }
}
