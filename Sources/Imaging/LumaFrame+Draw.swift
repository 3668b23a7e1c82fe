extension LumaFrame {
  /// Returns the part of the frame in a rectangle.
  ///
  /// - Parameter rectangle: the part, clipped to the frame.
  /// - Returns: nil if the rectangle is outside the frame.
  package func cropped(to rectangle: PixelRectangle) -> LumaFrame? {
    let part = rectangle.clipped(to: bounds)
    guard !part.isEmpty else { return nil }
    return LumaFrame(width: part.width, height: part.height) { to in
      withPixels { from in
        for row in 0..<part.height {
          (to + row * part.width).initialize(from: from + (part.y + row) * width + part.x, count: part.width)
        }
      }
    }
  }

  /// Sets every pixel of a rectangle, clipped to the frame, to one brightness.
  package mutating func fill(_ rectangle: PixelRectangle, with value: UInt8) {
    let part = rectangle.clipped(to: bounds)
    guard !part.isEmpty else { return }
    let width = width
    withMutablePixels { pixels in
      for row in part.y..<part.bottom { (pixels + row * width + part.x).update(repeating: value, count: part.width) }
    }
  }

  /// Draws another frame over this one, clipped to this frame.
  ///
  /// - Parameters:
  ///   - picture: the frame to draw; it is opaque.
  ///   - place: the position of its upper left corner; may be negative.
  package mutating func draw(_ picture: LumaFrame, at place: PixelPoint) {
    let part = PixelRectangle(x: place.x, y: place.y, width: picture.width, height: picture.height)
      .clipped(to: bounds)
    guard !part.isEmpty else { return }
    let width = width
    withMutablePixels { to in
      picture.withPixels { from in
        for row in part.y..<part.bottom {
          let start = (row - place.y) * picture.width + part.x - place.x
          (to + row * width + part.x).update(from: from + start, count: part.width)
        }
      }
    }
  }

  /// Draws ink through a mask, as for text.
  ///
  /// - Parameters:
  ///   - mask: the coverage of each pixel by the ink, from 0 for none to 255 for all.
  ///   - place: the position of the mask's upper left corner; the mask is clipped to the frame.
  ///   - ink: the brightness of the ink.
  package mutating func draw(mask: LumaFrame, at place: PixelPoint, ink: UInt8) {
    let part = PixelRectangle(x: place.x, y: place.y, width: mask.width, height: mask.height).clipped(to: bounds)
    guard !part.isEmpty else { return }
    let width = width
    withMutablePixels { pixels in
      mask.withPixels { covers in
        for row in part.y..<part.bottom {
          let to = pixels + row * width + part.x
          let cover = covers + (row - place.y) * mask.width + part.x - place.x
          for column in 0..<part.width where cover[column] != 0 {
            let weight = Int(cover[column])
            to[column] = UInt8((Int(to[column]) * (255 - weight) + Int(ink) * weight + 127) / 255)
          }
        }
      }
    }
  }

  /// Draws the closed line through some corners, clipped to the frame.
  ///
  /// - Parameters:
  ///   - corners: the corners in order; one alone becomes a dot, two a line.
  ///   - value: the brightness of the line.
  ///   - thickness: pixels, 1 or more.
  package mutating func drawOutline(_ corners: [PixelPoint], value: UInt8, thickness: Int) {
    guard var from = corners.last else { return }
    for to in corners {
      drawLine(from: from, to: to, value: value, thickness: max(1, thickness))
      from = to
    }
  }

  private mutating func drawLine(from: PixelPoint, to: PixelPoint, value: UInt8, thickness: Int) {
    // Corners far outside, from a malicious file or a false detection, would cause a long loop without effect.
    let limit = 2 * Self.sideLimit
    guard [from.x, from.y, to.x, to.y].allSatisfy({ (-limit...limit).contains($0) }) else { return }
    let steps = max(abs(to.x - from.x), abs(to.y - from.y), 1)
    for step in 0...steps {
      let x = from.x + (to.x - from.x) * step / steps
      let y = from.y + (to.y - from.y) * step / steps
      fill(
        PixelRectangle(x: x - thickness / 2, y: y - thickness / 2, width: thickness, height: thickness), with: value)
    }
  }
}
