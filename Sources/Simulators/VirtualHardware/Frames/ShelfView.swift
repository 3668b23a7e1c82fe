internal import Foundation
package import Imaging

/// A photograph of a part of a shelf by a phone in a hand.
package struct ShelfView: Sendable {
  /// The size of the picture in pixels.
  package var width = 4032
  package var height = 1512
  /// The part of the row in the middle of the picture, in millimetres.
  package var from = 0.0
  package var to = 530.0
  /// The turn of the camera about its axis, in degrees.
  package var lean = 0.0
  /// The perspective: the share by which the far end of the picture is smaller, across and down; 0 to 0.5.
  package var tilt = (across: 0.0, down: 0.0)
  /// The standard deviation of the lens blur in pixels.
  package var blur = 1.0
  /// The movement of the hand during the exposure, in pixels.
  package var motion = 0.0
  /// The standard deviation of the sensor's noise, of 255.
  package var noise = 5.0
  /// The strength of a lamp's reflection, 0 to 1.
  package var glare = 0.0
  package var seed: UInt64 = 1

  package init() {}

  /// Photographs a row of spines.
  ///
  /// - Returns: the picture, and the indices of the spines whose labels are whole in it.
  package func picture(of scene: ShelfScene) -> (frame: LumaFrame, whole: [Int]) {
    var random = SeededGenerator(seed: seed)
    var exposure = Exposure(
      LumaFrame(width: width, height: height, pixels: [UInt8](repeating: 45, count: width * height)))
    paint(scene, on: &exposure)
    exposure.shade(
      share: .random(in: 0...0.3, using: &random), direction: .random(in: 0...(2 * .pi), using: &random))
    exposure.addGlare(
      strength: glare, centreX: .random(in: 0...Double(width), using: &random),
      centreY: .random(in: 0...Double(height), using: &random), radius: Double(height) / 8)
    exposure.blur(deviation: blur)
    exposure.move(distance: motion, direction: .random(in: 0...(2 * .pi), using: &random))
    let frame = exposure.developed(noise: noise, random: &random)
    let whole = scene.spines.indices.filter { index in
      scene.corners(of: index).map(pixel).allSatisfy {
        (2...Double(width - 2)).contains($0.x) && (2...Double(height - 2)).contains($0.y)
      }
    }
    return (frame, whole)
  }

  private func paint(_ scene: ShelfScene, on exposure: inout Exposure) {
    let fineness = 3
    let step = 1 / Double(fineness)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for row in 0..<fineness {
          for column in 0..<fineness {
            // No two samples share a column or a row.
            let place = place(
              x: Double(x) + (Double(column) + (Double(row) + 0.5) * step) * step,
              y: Double(y) + (Double(row) + (Double(column) + 0.5) * step) * step)
            sum += scene.spine(at: place.x).map { scene.light(at: place.x, place.y, near: $0) } ?? 45
          }
        }
        exposure.light[y * width + x] = Float(sum / Double(fineness * fineness))
      }
    }
  }

  /// Pixels per millimetre in the middle.
  private var scale: Double { Double(width) / (to - from) }

  /// Returns the position in the row for a place in the picture.
  private func place(x: Double, y: Double) -> (x: Double, y: Double) {
    let (dx, dy) = (x - Double(width) / 2, y - Double(height) / 2)
    let depth = (1 - tilt.across / Double(width) * dx - tilt.down / Double(width) * dy) * scale
    let (c, s) = (cos(lean * .pi / 180), sin(lean * .pi / 180))
    return ((from + to) / 2 + (dx * c + dy * s) / depth, 80 + (dy * c - dx * s) / depth)
  }

  /// Returns the place in the picture for a position in the row.
  private func pixel(_ place: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let (a, b) = ((place.x - (from + to) / 2) * scale, (place.y - 80) * scale)
    let (c, s) = (cos(lean * .pi / 180), sin(lean * .pi / 180))
    let (flatX, flatY) = (a * c - b * s, a * s + b * c)
    let depth = 1 / (1 + tilt.across / Double(width) * flatX + tilt.down / Double(width) * flatY)
    return (Double(width) / 2 + flatX * depth, Double(height) / 2 + flatY * depth)
  }
}
