/// A picture in colour: three bytes per pixel, red, green and blue, row by row without gaps.
package struct ColourFrame: Sendable, Equatable, CustomStringConvertible {
  package let width: Int
  package let height: Int
  /// The pixels, `3 * width * height` bytes.
  package var pixels: [UInt8]

  /// - Precondition: both sides are 1 to `LumaFrame.sideLimit` and there are `3 * width * height` bytes.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    let sides = 1...LumaFrame.sideLimit
    precondition(sides.contains(width) && sides.contains(height), "a frame has an area")
    precondition(pixels.count == 3 * width * height, "a frame has three bytes for each pixel")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The size only; the values of the pixels would not be useful.
  package var description: String { "a colour frame of \(width) × \(height)" }

  /// The rectangle of the whole frame.
  package var bounds: PixelRectangle { PixelRectangle(x: 0, y: 0, width: width, height: height) }

  /// Returns a part of the frame.
  ///
  /// - Parameter part: a rectangle with an area inside the frame.
  /// - Returns: the part; nil if it is not inside the frame.
  package func cropped(to part: PixelRectangle) -> ColourFrame? {
    guard part.width > 0, part.height > 0, part.x >= 0, part.y >= 0, part.width <= width, part.height <= height,
      part.x <= width - part.width, part.y <= height - part.height
    else { return nil }
    guard part != bounds else { return self }
    var cut: [UInt8] = []
    cut.reserveCapacity(3 * part.width * part.height)
    for row in part.y..<part.y + part.height {
      let start = 3 * (row * width + part.x)
      cut += pixels[start..<start + 3 * part.width]
    }
    return ColourFrame(width: part.width, height: part.height, pixels: cut)
  }

  /// Returns the frame with each pixel at another position.
  ///
  /// - Parameters:
  ///   - isSideways: true if the sides are exchanged.
  ///   - position: returns the position in the result for a position here. Each position is used once.
  /// - Returns: the frame with the pixels moved.
  package func moved(isSideways: Bool, _ position: (_ point: PixelPoint) -> PixelPoint) -> ColourFrame {
    let (wide, high) = isSideways ? (height, width) : (width, height)
    var result = [UInt8](repeating: 0, count: pixels.count)
    result.withUnsafeMutableBufferPointer { to in
      pixels.withUnsafeBufferPointer { from in
        for y in 0..<height {
          for x in 0..<width {
            let point = position(PixelPoint(x: x, y: y))
            let (source, target) = (3 * (y * width + x), 3 * (point.y * wide + point.x))
            for channel in 0..<3 { to[target + channel] = from[source + channel] }
          }
        }
      }
    }
    return ColourFrame(width: wide, height: high, pixels: result)
  }

  /// Returns the frame turned clockwise by quarter turns.
  ///
  /// - Parameter quarters: the number of quarter turns; any whole number.
  /// - Returns: the turned frame.
  package func turned(_ quarters: Int) -> ColourFrame {
    let (right, bottom) = (width - 1, height - 1)
    switch (quarters % 4 + 4) % 4 {
    case 1: return moved(isSideways: true) { PixelPoint(x: bottom - $0.y, y: $0.x) }
    case 2: return moved(isSideways: false) { PixelPoint(x: right - $0.x, y: bottom - $0.y) }
    case 3: return moved(isSideways: true) { PixelPoint(x: $0.y, y: right - $0.x) }
    default: return self
    }
  }

  /// Returns the frame with its longer side reduced to a number of pixels; each pixel is the mean of those it covers.
  ///
  /// - Parameter longest: the longer side of the result, at least 1.
  /// - Returns: the reduced frame, or the frame itself if it is not larger.
  package func reduced(toLongest longest: Int) -> ColourFrame {
    let side = max(width, height)
    guard longest < side, longest > 0 else { return self }
    let wide = max(1, (width * longest + side / 2) / side)
    let high = max(1, (height * longest + side / 2) / side)
    let result = [UInt8](unsafeUninitializedCapacity: 3 * wide * high) { to, filled in
      pixels.withUnsafeBufferPointer { from in
        for y in 0..<high {
          let rows = y * height / high..<max(y * height / high + 1, (y + 1) * height / high)
          for x in 0..<wide {
            let columns = x * width / wide..<max(x * width / wide + 1, (x + 1) * width / wide)
            var sums = (0, 0, 0)
            for row in rows {
              for column in columns {
                let at = 3 * (row * width + column)
                sums = (sums.0 + Int(from[at]), sums.1 + Int(from[at + 1]), sums.2 + Int(from[at + 2]))
              }
            }
            let (count, at) = (rows.count * columns.count, 3 * (y * wide + x))
            to[at] = UInt8((sums.0 + count / 2) / count)
            to[at + 1] = UInt8((sums.1 + count / 2) / count)
            to[at + 2] = UInt8((sums.2 + count / 2) / count)
          }
        }
      }
      filled = 3 * wide * high
    }
    return ColourFrame(width: wide, height: high, pixels: result)
  }
}
