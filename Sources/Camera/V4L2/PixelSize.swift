/// A width and a height in pixels.
package struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Parses text such as `1280x720`; returns nil for anything else, and for sides outside 16 to 16384.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (16...16_384).contains(width), (16...16_384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var area: Int { width * height }

  package var description: String { "\(width) × \(height)" }
}
