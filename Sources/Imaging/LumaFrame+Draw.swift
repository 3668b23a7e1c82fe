extension LumaFrame {
  /// The part of the frame in a rectangle.
  ///
  /// - Parameter rectangle: clipped to the frame where it reaches beyond.
  /// - Returns: nil when the rectangle lies outside.
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

  /// Gives every pixel of a rectangle one brightness. What lies beyond the frame is left out.
  package mutating func fill(_ rectangle: PixelRectangle, with value: UInt8) {
    let part = rectangle.clipped(to: bounds)
    guard !part.isEmpty else { return }
    let width = width
    withMutablePixels { pixels in
      for row in part.y..<part.bottom { (pixels + row * width + part.x).update(repeating: value, count: part.width) }
    }
  }

  /// Lays another frame over this one. What lies beyond this frame is left out.
  ///
  /// - Parameters:
  ///   - picture: covers what was there.
  ///   - place: where its upper left corner comes to lie; may be negative.
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

  /// Draws with ink through a mask, as text is drawn.
  ///
  /// - Parameters:
  ///   - mask: how much of each pixel the ink covers: 0 nothing, 255 all of it.
  ///   - place: where the mask's upper left corner comes to lie; what lies beyond the frame is left out.
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

  /// Draws the closed line through some corners. What lies beyond the frame is left out.
  ///
  /// - Parameters:
  ///   - corners: in order; one alone becomes a dot, two a line.
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
    // Ends far outside (a hostile file's or a phantom's corners) would make a long walk for nothing.
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
