/// A grey picture: one byte per pixel, 0 for black, row by row without gaps.
package struct LumaFrame: Sendable, Equatable, CustomStringConvertible {
  package let width: Int
  package let height: Int
  /// The pixels, `width * height` bytes.
  package var pixels: [UInt8]

  /// The longest side that any part of the program accepts.
  package static let sideLimit = 16_384
  /// The largest number of pixels that any part of the program accepts: 64 Mi. It includes the 64 megapixels of
  /// telephones (9248 × 6936).
  package static let areaLimit = 1 << 26

  /// - Precondition: both sides are 1 to `sideLimit` and there are `width * height` pixels.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition((1...Self.sideLimit).contains(width) && (1...Self.sideLimit).contains(height), "a frame has an area")
    precondition(pixels.count == width * height, "a frame has width * height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Creates a frame of one brightness.
  package init(width: Int, height: Int, filledWith value: UInt8) {
    self.init(width: width, height: height, pixels: Array(repeating: value, count: width * height))
  }

  /// Returns true if the program accepts a picture of this size.
  ///
  /// - Parameters:
  ///   - width: the width in pixels, as claimed by a file's header.
  ///   - height: the height in pixels, as claimed by a file's header.
  /// - Returns: false for a size that is empty or beyond a limit.
  package static func accepts(width: Int, height: Int) -> Bool {
    (1...sideLimit).contains(width) && (1...sideLimit).contains(height) && width * height <= areaLimit
  }

  /// The brightness of one pixel.
  ///
  /// - Precondition: the position is in the frame.
  package subscript(x: Int, y: Int) -> UInt8 {
    get {
      precondition((0..<width).contains(x) && (0..<height).contains(y), "the place lies in the frame")
      return pixels[y * width + x]
    }
    set {
      precondition((0..<width).contains(x) && (0..<height).contains(y), "the place lies in the frame")
      pixels[y * width + x] = newValue
    }
  }

  /// The size only; the values of the pixels would not be useful.
  package var description: String { "a frame of \(width) × \(height)" }

  /// The rectangle of the whole frame.
  package var bounds: PixelRectangle { PixelRectangle(x: 0, y: 0, width: width, height: height) }

  /// Creates a frame in uninitialised memory; `body` must write every pixel once.
  init(width: Int, height: Int, writing body: (UnsafeMutablePointer<UInt8>) -> Void) {
    let count = width * height
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      guard let base = buffer.baseAddress else { return }
      body(base)
      written = count
    }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// Passes the address of the pixels to `body`.
  func withPixels(_ body: (UnsafePointer<UInt8>) -> Void) {
    pixels.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { body(base) }
    }
  }

  /// Passes the address of the pixels to `body`, which may change them in place.
  mutating func withMutablePixels(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    pixels.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { body(base) }
    }
  }
}
