internal import Foundation
internal import Imaging

/// Light on a sensor before quantisation to bytes. Fractions survive blur and motion, as in a camera.
struct Exposure {
  let width: Int
  let height: Int
  /// The brightness of each pixel, row by row; nominally 0 to 255, and not clamped.
  var light: [Float]

  /// - Parameter frame: the scene before the camera.
  init(_ frame: LumaFrame) {
    width = frame.width
    height = frame.height
    light = frame.pixels.map { Float($0) }
  }

  /// Blurs the scene with a Gaussian spot, as a lens does.
  ///
  /// - Parameter deviation: the standard deviation of the spot in pixels; 0 changes nothing.
  mutating func blur(deviation: Double) {
    guard deviation > 0 else { return }
    let reach = max(1, Int((3 * deviation).rounded(.up)))
    // Each weight is the Gaussian's mean over its pixel, not its value at the middle; narrow spots need that.
    let weights = (-reach...reach).map { step -> Float in
      let scale = deviation * 2.0.squareRoot()
      return Float((erf((Double(step) + 0.5) / scale) - erf((Double(step) - 0.5) / scale)) / 2)
    }
    let sum = weights.reduce(0, +)
    let kernel = weights.map { $0 / sum }
    var across = light
    convolve(light, to: &across, kernel, count: height, stride: width, length: width, step: 1)
    convolve(across, to: &light, kernel, count: width, stride: 1, length: height, step: width)
  }

  private func convolve(
    _ from: [Float], to: inout [Float], _ kernel: [Float], count: Int, stride: Int, length: Int, step: Int
  ) {
    let reach = kernel.count / 2
    from.withUnsafeBufferPointer { from in
      to.withUnsafeMutableBufferPointer { to in
        for line in 0..<count {
          for index in 0..<length {
            var sum: Float = 0
            for tap in -reach...reach {
              sum += kernel[tap + reach] * from[line * stride + min(length - 1, max(0, index + tap)) * step]
            }
            to[line * stride + index * step] = sum
          }
        }
      }
    }
  }

  /// Moves the scene while the shutter is open.
  ///
  /// - Parameters:
  ///   - distance: the distance in pixels; 0 changes nothing.
  ///   - direction: the direction in radians.
  mutating func move(distance: Double, direction: Double) {
    guard distance > 0 else { return }
    let steps = Int((distance * 3).rounded(.up)) + 1
    let ways = (0..<steps).map { step in
      let way = distance * (Double(step) / Double(steps - 1) - 0.5)
      return (x: way * cos(direction), y: way * sin(direction))
    }
    let (still, width, height) = (light, width, height)
    still.withUnsafeBufferPointer { still in
      light.withUnsafeMutableBufferPointer { light in
        for y in 0..<height {
          for x in 0..<width {
            var sum: Float = 0
            for way in ways { sum += Self.between(still, width, height, Double(x) + way.x, Double(y) + way.y) }
            light[y * width + x] = sum / Float(steps)
          }
        }
      }
    }
  }

  private static func between(
    _ light: UnsafeBufferPointer<Float>, _ width: Int, _ height: Int, _ x: Double, _ y: Double
  ) -> Float {
    let x = min(Double(width - 1), max(0, x))
    let y = min(Double(height - 1), max(0, y))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(width - 1, left + 1), min(height - 1, top + 1))
    let (partX, partY) = (Float(x - Double(left)), Float(y - Double(top)))
    let upper = light[top * width + left] * (1 - partX) + light[top * width + right] * partX
    let lower = light[bottom * width + left] * (1 - partX) + light[bottom * width + right] * partX
    return upper * (1 - partY) + lower * partY
  }

  /// Adds a lamp's reflection: a round spot that fades outwards.
  ///
  /// - Parameters:
  ///   - strength: 0 for nothing, 1 for white at the middle.
  ///   - centreX: the centre in pixels from the left edge.
  ///   - centreY: the centre in pixels from the top.
  ///   - radius: the distance in pixels at which the strength has fallen to 0.6.
  mutating func addGlare(strength: Double, centreX: Double, centreY: Double, radius: Double) {
    guard strength > 0 else { return }
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) - centreX, Double(y) - centreY)
        light[y * width + x] += Float(255 * strength * exp(-(dx * dx + dy * dy) / (2 * radius * radius)))
      }
    }
  }

  /// Adds a reflection on a sheet, at the sheet's place in the frame.
  mutating func add(_ reflection: DamageEffects.Light, at place: SheetPlace) {
    let (c, s) = (cos(reflection.turn), sin(reflection.turn))
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = place.module(atX: Double(x) + 0.5, y: Double(y) + 0.5)
        let (du, dv) = (u - reflection.u, v - reflection.v)
        let (across, along) = ((du * c + dv * s) / reflection.radiusU, (dv * c - du * s) / reflection.radiusV)
        let far = across * across + along * along
        // Beyond four deviations it adds less than one grey level.
        guard far < 16 else { continue }
        light[y * width + x] += Float(255 * reflection.strength * exp(-far / 2))
      }
    }
  }

  /// Darkens one side of the scene.
  ///
  /// - Parameters:
  ///   - share: the darkening at the far side, 0 to 1.
  ///   - direction: the direction in radians.
  mutating func shade(share: Double, direction: Double) {
    let reach = Double(max(width, height))
    for y in 0..<height {
      for x in 0..<width {
        let way = (Double(x) / reach - 0.5) * cos(direction) + (Double(y) / reach - 0.5) * sin(direction)
        light[y * width + x] *= Float(1 - share * (0.5 + way))
      }
    }
  }

  /// Returns the bytes that the camera delivers.
  ///
  /// - Parameters:
  ///   - noise: the standard deviation of each pixel, of 255.
  ///   - random: the source of the noise.
  /// - Returns: a frame of the same size.
  func developed(noise: Double, random: inout SeededGenerator) -> LumaFrame {
    // Sampling a long table is fast: a logarithm and a cosine for each pixel would take as long as everything else.
    let table = (0..<4096).map { _ -> Float in
      let radius = (-2 * log(Double.random(in: 0.000_001...1, using: &random))).squareRoot()
      return Float(noise * radius * cos(Double.random(in: 0...(2 * .pi), using: &random)))
    }
    var state = random.next() | 1
    let pixels = light.map { value -> UInt8 in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(min(255, max(0, (value + table[Int(state >> 20 & 4095)]).rounded())))
    }
    return LumaFrame(width: width, height: height, pixels: pixels)
  }
}
