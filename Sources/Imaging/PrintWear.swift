/// A degradation of a printed code between the printer and the reader.
package enum PrintWear: String, CaseIterable, Sendable {
  /// No degradation.
  case clean
  /// A lens out of focus: every point becomes a square as wide as a module.
  case blur
  /// Poor light: half of the contrast is lost, and the sensor's noise is that of a dim room.
  case noise
  /// Ink, or a hot print head, that makes everything dark one pixel wider and higher.
  case spread

  /// The pixels of a module in the camera's view.
  static let cameraModule = 3
}

extension LumaFrame {
  /// Returns a printed code as a camera sees it after some wear. It has three pixels per module, as a webcam has for a
  /// presented label, at any resolution of the printer. The same frame gives the same pixels on every machine.
  ///
  /// - Parameters:
  ///   - wear: the degradation.
  ///   - moduleSize: the width of the smallest bar in this frame in pixels, 1 or more.
  /// - Returns: a frame with three pixels per module.
  package func worn(by wear: PrintWear, moduleSize: Int) -> LumaFrame {
    // Ink spreads on paper, in the printer's pixels; all other effects are in the camera.
    let printed = wear == .spread ? inkSpread(by: 1) : self
    let scale = Double(PrintWear.cameraModule) / Double(max(1, moduleSize))
    func side(_ length: Int) -> Int { min(Self.sideLimit, max(1, Int((Double(length) * scale).rounded()))) }
    var seen = printed.scaled(toWidth: side(width), height: side(height))
    switch wear {
    case .clean, .spread: break
    case .blur: seen = seen.boxBlurred(radius: Double(PrintWear.cameraModule - 1) / 2)
    case .noise:
      seen = seen.toned(gain: 0.5, offset: 64)
      seen.addNoise(PrintWear.noiseOfDimRoom, seed: 0x6465_6164_7761_78)
    }
    return seen
  }

  /// Returns the frame with everything dark grown to the right and downwards, as printers do it.
  ///
  /// - Parameter pixels: the growth in pixels, 0 or more.
  /// - Returns: a frame of the same size.
  package func inkSpread(by pixels: Int) -> LumaFrame {
    guard pixels > 0 else { return self }
    let across = LumaFrame(width: width, height: height) { to in
      withPixels { from in
        for row in 0..<height {
          let (line, out) = (from + row * width, to + row * width)
          for column in 0..<width {
            var darkest = line[column]
            for step in 1...pixels where column >= step { darkest = min(darkest, line[column - step]) }
            out[column] = darkest
          }
        }
      }
    }
    return LumaFrame(width: width, height: height) { to in
      across.withPixels { from in
        for row in 0..<height {
          let out = to + row * width
          out.initialize(from: from + row * width, count: width)
          for step in 1...pixels where row >= step {
            let above = from + (row - step) * width
            for column in 0..<width { out[column] = min(out[column], above[column]) }
          }
        }
      }
    }
  }
}

extension PrintWear {
  /// The amounts to add: roughly normal (the sum of four dice), with a mean of 0 and a standard deviation of about 10.
  fileprivate static let noiseOfDimRoom: [Int16] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<4096).map { _ in
      var sum = 0
      for _ in 0..<4 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        sum += Int(state >> 32 % 17)
      }
      return Int16(sum - 32)
    }
  }()
}
