internal import Glibc

extension LumaFrame {
  /// Returns the frame turned about its centre.
  ///
  /// Sampling is bilinear. A multiple of 90° moves pixels unchanged.
  ///
  /// - Parameters:
  ///   - degrees: the angle, clockwise in the view.
  ///   - value: the brightness of the canvas in the corners.
  /// - Returns: a canvas that holds the whole frame.
  package func turned(by degrees: Double, filledWith value: UInt8) -> LumaFrame {
    let turn = Turn(degrees)
    let canvasWidth = Double(width) * abs(turn.cosine) + Double(height) * abs(turn.sine)
    let canvasHeight = Double(width) * abs(turn.sine) + Double(height) * abs(turn.cosine)
    // An error in the last bit of the sine must not add a column.
    var canvas = LumaFrame(
      width: min(Self.sideLimit, max(1, Int((canvasWidth - 1e-6).rounded(.up)))),
      height: min(Self.sideLimit, max(1, Int((canvasHeight - 1e-6).rounded(.up)))), filledWith: value)
    canvas.draw(
      self, turnedBy: degrees, centredAtX: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
    return canvas
  }

  /// Draws another frame over this one, turned about its own centre and clipped to this frame.
  ///
  /// - Parameters:
  ///   - picture: the frame to draw; it is opaque.
  ///   - degrees: the angle, clockwise in the view.
  ///   - centreX: the position of the picture's centre in pixels from the left edge.
  ///   - centreY: the position of the picture's centre in pixels from the top.
  package mutating func draw(
    _ picture: LumaFrame, turnedBy degrees: Double, centredAtX centreX: Double, y centreY: Double
  ) {
    let turn = Turn(degrees)
    let reachX = (Double(picture.width) * abs(turn.cosine) + Double(picture.height) * abs(turn.sine)) / 2
    let reachY = (Double(picture.width) * abs(turn.sine) + Double(picture.height) * abs(turn.cosine)) / 2
    let left = max(0, Int((centreX - reachX).rounded(.down)))
    let right = min(width, Int((centreX + reachX).rounded(.up)))
    let top = max(0, Int((centreY - reachY).rounded(.down)))
    let bottom = min(height, Int((centreY + reachY).rounded(.up)))
    guard left < right, top < bottom else { return }
    let width = width
    // Steps are in 16.16 fixed point. Each row starts exactly, so the error stays below 1/8 pixel in the longest row.
    let stepX = Int((turn.cosine * 65_536).rounded())
    let stepY = Int((-turn.sine * 65_536).rounded())
    withMutablePixels { to in
      picture.withPixels { from in
        for row in top..<bottom {
          let dx = Double(left) + 0.5 - centreX
          let dy = Double(row) + 0.5 - centreY
          // The position in the picture, whose pixel (0, 0) has its centre at (0.5, 0.5).
          let x = turn.cosine * dx + turn.sine * dy + Double(picture.width) / 2 - 0.5
          let y = turn.cosine * dy - turn.sine * dx + Double(picture.height) / 2 - 0.5
          picture.sampleRow(
            from, x: Int((x * 65_536).rounded()), y: Int((y * 65_536).rounded()), stepX: stepX, stepY: stepY,
            count: right - left, to: to + row * width + left)
        }
      }
    }
  }

  /// Writes samples along a straight line through this frame, and skips those outside.
  ///
  /// - Parameters:
  ///   - from: this frame's pixels.
  ///   - x: the column of the first sample in 16.16 fixed point; 0 is the centre of the first pixel.
  ///   - y: the row of the first sample, likewise.
  ///   - stepX: the change of the column per sample.
  ///   - stepY: the change of the row per sample.
  ///   - count: the number of samples.
  ///   - to: the address of the first result.
  private func sampleRow(
    _ from: UnsafePointer<UInt8>, x: Int, y: Int, stepX: Int, stepY: Int, count: Int, to: UnsafeMutablePointer<UInt8>
  ) {
    let half = 32_768
    let widthLimit = width << 16
    let heightLimit = height << 16
    let lastX = width - 1
    let lastY = height - 1
    var x = x
    var y = y
    for index in 0..<count {
      if x + half >= 0, x + half < widthLimit, y + half >= 0, y + half < heightLimit {
        let column = x >> 16
        let row = y >> 16
        let left = column < 0 ? 0 : column
        let right = column >= lastX ? lastX : column + 1
        let upper = from + (row < 0 ? 0 : row) * width
        let lower = from + (row >= lastY ? lastY : row + 1) * width
        let weightX = (x >> 8) & 0xFF
        let weightY = (y >> 8) & 0xFF
        let above = Int(upper[left]) * (256 - weightX) + Int(upper[right]) * weightX
        let below = Int(lower[left]) * (256 - weightX) + Int(lower[right]) * weightX
        to[index] = UInt8(truncatingIfNeeded: (above * (256 - weightY) + below * weightY + half) >> 16)
      }
      x += stepX
      y += stepY
    }
  }
}

/// An angle as its sine and cosine, exact at multiples of 90°.
private struct Turn {
  let sine: Double
  let cosine: Double

  init(_ degrees: Double) {
    let angle = degrees.truncatingRemainder(dividingBy: 360)
    switch angle {
    case 0: (sine, cosine) = (0, 1)
    case 90, -270: (sine, cosine) = (1, 0)
    case 180, -180: (sine, cosine) = (0, -1)
    case 270, -90: (sine, cosine) = (-1, 0)
    default: (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
    }
  }
}
