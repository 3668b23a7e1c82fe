extension LumaFrame {
  /// Returns the frame in another size. Pixels are averaged when it shrinks, and interpolated when it grows.
  ///
  /// - Precondition: both sides are 1 to `sideLimit`.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) -> LumaFrame {
    if newWidth == width, newHeight == height { return self }
    let across = Taps(from: width, to: newWidth)
    let down = Taps(from: height, to: newHeight)
    let narrowed = LumaFrame(width: newWidth, height: height) { to in
      withPixels { from in
        for row in 0..<height { across.resample(from + row * width, step: 1, to: to + row * newWidth, step: 1) }
      }
    }
    return LumaFrame(width: newWidth, height: newHeight) { to in
      narrowed.withPixels { from in
        for column in 0..<newWidth { down.resample(from + column, step: newWidth, to: to + column, step: newWidth) }
      }
    }
  }

  /// Returns the frame in half its size, with each pixel the mean of 2 × 2; an odd last row or column is left out.
  ///
  /// - Precondition: both sides are at least 2.
  package func halved() -> LumaFrame {
    precondition(width >= 2 && height >= 2, "half a pixel is no frame")
    let (newWidth, newHeight) = (width / 2, height / 2)
    return LumaFrame(width: newWidth, height: newHeight) { to in
      withPixels { from in
        for row in 0..<newHeight {
          let upper = from + 2 * row * width
          let lower = upper + width
          let line = to + row * newWidth
          for column in 0..<newWidth {
            let sum =
              UInt16(upper[2 * column]) &+ UInt16(upper[2 * column + 1]) &+ UInt16(lower[2 * column])
              &+ UInt16(lower[2 * column + 1])
            line[column] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
          }
        }
      }
    }
  }

  /// Returns the frame reduced in proportion so that neither side exceeds a limit. A frame that fits is returned
  /// unchanged.
  package func fitted(toSide limit: Int) -> LumaFrame {
    let longest = max(width, height)
    guard longest > limit else { return self }
    return scaled(toWidth: max(1, width * limit / longest), height: max(1, height * limit / longest))
  }
}

/// The old pixels and their weights for each new pixel along a line.
private struct Taps {
  private let starts: [Int]
  /// The weights, `perPixel` for each new pixel, with a sum of 2¹⁴.
  private let weights: [Int]
  private let perPixel: Int

  init(from old: Int, to new: Int) {
    let ratio = Double(old) / Double(new)
    // A new pixel covers `ratio` old ones. If it covers less than one, the two nearest share it by distance.
    let reach = max(1, ratio)
    let perPixel = min(old, Int(reach.rounded(.up)) + 1)
    var starts: [Int] = []
    var weights: [Int] = []
    starts.reserveCapacity(new)
    weights.reserveCapacity(new * perPixel)
    for index in 0..<new {
      let centre = (Double(index) + 0.5) * ratio
      let low = centre - reach / 2
      let start = min(max(0, Int(low.rounded(.down))), old - perPixel)
      var row = (start..<start + perPixel).map { pixel in
        let cover = min(Double(pixel) + 1, low + reach) - max(Double(pixel), low)
        // The weight beyond an edge counts for the pixel at the edge.
        let outside = pixel == 0 ? max(0, -low) : pixel == old - 1 ? max(0, low + reach - Double(old)) : 0
        return Int(((max(0, cover) + outside) / reach * 16_384).rounded())
      }
      row[perPixel / 2] += 16_384 - row.reduce(0, +)
      starts.append(start)
      weights += row
    }
    self.starts = starts
    self.weights = weights
    self.perPixel = perPixel
  }

  func resample(_ from: UnsafePointer<UInt8>, step: Int, to: UnsafeMutablePointer<UInt8>, step toStep: Int) {
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        var next = 0
        for index in 0..<starts.count {
          var pixel = from + starts[index] * step
          var sum = 8192
          for _ in 0..<perPixel {
            sum += Int(pixel.pointee) * weights[next]
            next += 1
            pixel += step
          }
          to[index * toStep] = UInt8(truncatingIfNeeded: min(255, max(0, sum >> 14)))
        }
      }
    }
  }
}
