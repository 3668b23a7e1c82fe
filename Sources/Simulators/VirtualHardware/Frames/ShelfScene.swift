internal import Foundation
internal import Imaging
package import LabelDrawing

/// A row of spines with printed labels, to be photographed. Lengths are in millimetres from the upper left end of the row.
package struct ShelfScene: Sendable {
  /// A spine with the label that runs down it.
  package struct Spine: Sendable {
    package let text: String
    let left, width: Double
    /// The brightness of its cover, of 255.
    let cover: Double
    let label: LumaFrame
    /// The middle of the label, and how far it is turned from the vertical.
    let middleX, middleY, turn: Double
  }

  package let spines: [Spine]
  /// The length of the row.
  package let length: Double
  /// The height of the spines, as of a jewel case.
  static let height = 124.0

  /// Mini labels for spines: Avery L4731, as in hardware/labels.
  private static let layout = LabelLayout(
    id: "avery-l4731", name: "Avery L4731", paper: .a4, columns: 7, rows: 27, width: 25.4, height: 10, left: 8.6,
    top: 13.5, pitchX: 27.9, pitchY: 10, insetX: 0.6, insetY: 0.5)
  private static let resolution = 600
  /// Pixels of the printer per millimetre.
  static let fineness = Double(resolution) / 25.4

  /// Prints the labels, and puts them on spines.
  ///
  /// - Parameters:
  ///   - texts: the codes, each on a spine of its own.
  ///   - seed: the seed of widths, covers and of the care with which the labels were stuck on.
  /// - Throws: `LabelError` if a code does not fit on the label.
  package init(_ texts: [String], seed: UInt64) throws(LabelError) {
    var random = SeededGenerator(seed: seed)
    var left = 0.0
    var spines: [Spine] = []
    let grid = PrintGrid(Self.layout, resolution: Self.resolution)
    for (index, text) in texts.enumerated() {
      // Most are jewel cases of one disc; some hold two or more.
      let width = Int.random(in: 0..<12, using: &random) == 0 ? 24.0 : Double.random(in: 10.2...11.2, using: &random)
      let symbol = try BarcodeSymbol.encode(.qr, text)
      let content = LabelContent(symbol: symbol, heading: "Record No. \(index + 1)", details: ["An artist"], code: text)
      let face = try LabelFace(content, on: grid, moduleSize: try grid.moduleSize(for: symbol), textSize: nil)
      spines.append(
        Spine(
          text: text, left: left, width: width, cover: .random(in: 15...225, using: &random), label: try face.raster(),
          middleX: left + width / 2 + .random(in: -0.5...0.5, using: &random),
          middleY: 80 + .random(in: -5...5, using: &random), turn: .random(in: -0.035...0.035, using: &random)))
      left += width
    }
    self.spines = spines
    length = left
  }

  /// Returns the index of the spine at a position; nil beside the row.
  func spine(at x: Double) -> Int? {
    guard x >= 0, x < length else { return nil }
    var (low, high) = (0, spines.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if spines[middle].left <= x { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the brightness at a position on a spine. A label covers the neighbour where it sticks out.
  func light(at x: Double, _ y: Double, near index: Int) -> Double {
    for one in [index, index - 1, index + 1] where spines.indices.contains(one) {
      if let printed = spines[one].print(at: x, y) { return printed }
    }
    let spine = spines[index]
    guard y >= 0, y < Self.height else { return 30 }
    // The gap between two spines is dark.
    if x - spine.left < 0.35 { return spine.cover * 0.3 }
    return spine.hasInk(at: x, y) ? (spine.cover > 120 ? spine.cover - 95 : spine.cover + 95) : spine.cover
  }

  /// Returns the corners of a label's code as they are in the row: the square of the symbol, without its quiet zone.
  func corners(of index: Int) -> [(x: Double, y: Double)] {
    let spine = spines[index]
    let (halfLength, halfWidth) = (Double(spine.label.width) / 2, Double(spine.label.height) / 2)
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { across, along in
      spine.place(u: along * halfLength / Self.fineness, v: across * halfWidth / Self.fineness)
    }
  }
}

extension ShelfScene.Spine {
  /// Returns the position in the row of a place on the label, in millimetres from its middle: along and across its words.
  fileprivate func place(u: Double, v: Double) -> (x: Double, y: Double) {
    let (c, s) = (cos(turn), sin(turn))
    // The words run down: along them is down, and their upper side is to the right.
    return (middleX - v * c - u * s, middleY + u * c - v * s)
  }

  /// Returns the brightness of the label at a position in the row; nil beside it.
  fileprivate func print(at x: Double, _ y: Double) -> Double? {
    let (dx, dy) = (x - middleX, y - middleY)
    let (c, s) = (cos(turn), sin(turn))
    let along = (dy * c - dx * s) * ShelfScene.fineness + Double(label.width) / 2
    let across = -(dx * c + dy * s) * ShelfScene.fineness + Double(label.height) / 2
    guard along >= 0, across >= 0, along < Double(label.width), across < Double(label.height) else { return nil }
    return label.pixels[Int(across) * label.width + Int(along)] > 127 ? 215 : 40
  }

  /// Returns true where the cover has its own words: blocks of random size along the spine.
  fileprivate func hasInk(at x: Double, _ y: Double) -> Bool {
    let across = (x - left) / width
    guard across > 0.3, across < 0.7 else { return false }
    let cell = UInt64(Int(y / 1.7) * 31 + Int(across * 9)) &+ UInt64(left.bitPattern)
    var mix = SeededGenerator(seed: cell)
    return mix.next() % 5 < 2
  }
}
