internal import Glibc

extension ColourFrame {
  /// Returns the frame turned about its centre by a small angle, without the empty corners.
  ///
  /// The result has the proportions of the frame, and is the largest such part of the turned frame that has no empty
  /// corner. A pixel is the weighted mean of the four around its position.
  ///
  /// - Parameter degrees: the angle, clockwise in the view, from -45 to 45.
  /// - Returns: the straightened frame; the frame itself for an angle of 0.
  package func straightened(by degrees: Double) -> ColourFrame {
    precondition((-45.0...45.0).contains(degrees), "a picture is straightened by at most an eighth of a turn")
    guard degrees != 0 else { return self }
    let angle = degrees * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let zoom = Self.zoom(width: width, height: height, degrees: degrees)
    let wide = max(1, Int(Double(width) / zoom))
    let high = max(1, Int(Double(height) / zoom))
    let result = [UInt8](unsafeUninitializedCapacity: 3 * wide * high) { to, filled in
      pixels.withUnsafeBufferPointer { from in
        for row in 0..<high {
          let dy = Double(row) + 0.5 - Double(high) / 2
          for column in 0..<wide {
            let dx = Double(column) + 0.5 - Double(wide) / 2
            // The position here, whose pixel (0, 0) has its centre at (0.5, 0.5).
            let pixel = sample(
              from, x: cosine * dx + sine * dy + Double(width) / 2 - 0.5,
              y: cosine * dy - sine * dx + Double(height) / 2 - 0.5)
            let at = 3 * (row * wide + column)
            (to[at], to[at + 1], to[at + 2]) = pixel
          }
        }
      }
      filled = 3 * wide * high
    }
    return ColourFrame(width: wide, height: high, pixels: result)
  }

  /// Returns how many times the sides of the result fit into those of a frame that is straightened by an angle.
  ///
  /// - Parameters:
  ///   - width: the width of the frame.
  ///   - height: the height of the frame.
  ///   - degrees: the angle, from -45 to 45.
  /// - Returns: a factor of at least 1.
  package static func zoom(width: Int, height: Int, degrees: Double) -> Double {
    let angle = abs(degrees) * .pi / 180
    let proportion = Double(max(width, height)) / Double(min(width, height))
    return cos(angle) + proportion * sin(angle)
  }

  /// Returns the mean of the pixels around a position. Positions outside have the nearest pixel.
  private func sample(_ from: UnsafeBufferPointer<UInt8>, x: Double, y: Double) -> (UInt8, UInt8, UInt8) {
    let (x, y) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    // In 8.8 fixed point, as exact as a byte needs it.
    let (weightX, weightY) = (Int((x - Double(left)) * 256), Int((y - Double(top)) * 256))
    func mean(_ channel: Int) -> UInt8 {
      let above =
        Int(from[3 * (top * width + left) + channel]) * (256 - weightX)
        + Int(from[3 * (top * width + right) + channel]) * weightX
      let below =
        Int(from[3 * (bottom * width + left) + channel]) * (256 - weightX)
        + Int(from[3 * (bottom * width + right) + channel]) * weightX
      return UInt8((above * (256 - weightY) + below * weightY + 32_768) >> 16)
    }
    return (mean(0), mean(1), mean(2))
  }
}
