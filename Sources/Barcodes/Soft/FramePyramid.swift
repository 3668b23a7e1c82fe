internal import Imaging

/// A frame in its own size and in halves of it. Bars of any width are a few pixels wide in one of the sizes.
struct FramePyramid {
  /// The sizes, the full one first.
  let levels: [LumaFrame]

  /// The number of sizes.
  private static let sizes = 4
  /// The shortest side of a size that can hold a code, in pixels.
  private static let sideLeast = 32

  init(_ frame: LumaFrame) {
    var levels = [frame]
    while levels.count < Self.sizes, let last = levels.last, min(last.width, last.height) >= 2 * Self.sideLeast {
      levels.append(last.halved())
    }
    self.levels = levels
  }

  /// Returns the size in which a distance of the full size is about one pixel.
  func level(forStep step: Float) -> Int {
    var level = 0
    // From 0.78 pixels of the next size on, that size loses nothing.
    while level + 1 < levels.count, step > 1.57 * Float(1 << level) { level += 1 }
    return level
  }
}
