/// A picture of brightness alone: one byte a pixel, 0 black, row by row without gaps.
package struct LumaFrame: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// `width * height` bytes.
  package var pixels: [UInt8]

  /// The longest side that any part of the program accepts.
  package static let sideLimit = 16_384

  /// - Precondition: both sides are 1 to `sideLimit` and there are `width * height` pixels.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition((1...Self.sideLimit).contains(width) && (1...Self.sideLimit).contains(height), "a frame has an area")
    precondition(pixels.count == width * height, "a frame has width * height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A frame of one brightness.
  package init(width: Int, height: Int, filledWith value: UInt8) {
    self.init(width: width, height: height, pixels: Array(repeating: value, count: width * height))
  }
}
