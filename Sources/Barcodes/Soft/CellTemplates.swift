internal import Glibc

/// The ink of each character and guard of an EAN-13 under one blur and one spread of the ink, at three samples per
/// module.
///
/// A character is drawn with the modules beside it, which are known: a bar before a cell of the left half and a space
/// behind it, and the reverse in the right half. Further away anything may follow.
struct CellTemplates {
  /// The number of samples in a module, in a cell and in the guard in the middle.
  static let grain = 3
  static let samples = 7 * grain
  static let middleSamples = 5 * grain
  /// The number of characters of a half: in the left half ten digits in odd parity and ten in even. In the right half
  /// the ten digits, and the left digits in odd parity as they are seen from the other end.
  static let characters = 20
  /// The stride of a sample in `cells`: the characters and four unused places.
  static let stride = 24

  /// The ink of the characters in the left and the right half, sample by sample.
  private(set) var cells: (left: [Float], right: [Float])
  /// The sum of the squares of each character.
  private(set) var energies: (left: [Float], right: [Float])
  /// The ink of the guards with four modules of paper beside the outer ones.
  let start: [Float]
  let middle: [Float]
  let end: [Float]

  /// The widths in modules of a left digit in odd parity, beginning with a space.
  private static let widths = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
    [1, 2, 1, 3], [3, 1, 1, 2],
  ]

  /// - Parameters:
  ///   - blur: the standard deviation of the blur, in modules.
  ///   - spread: the width by which a bar is wider on each side, in modules.
  init(blur: Float, spread: Float) {
    /// Draws ink that begins before `edges[0]` as `isInk`, and changes at each edge.
    func draw(_ edges: [Float], isInk first: Bool, samples: Int, isOpen: Bool) -> [Float] {
      (0..<samples).map { sample in
        var sum: Float = 0
        for part in 0..<4 {
          let x = (Float(sample) + (Float(part) + 0.5) / 4) / Float(Self.grain)
          func step(_ edge: Float) -> Float { 0.5 * (1 + erff((x - edge) / (blur * 1.41421356))) }
          // Beyond the neighbours' first module the ink is unknown, which is 0.
          var value: Float = first ? 1 : -1
          if isOpen { value *= step(-1) }
          var isInk = first
          for edge in edges {
            value += (isInk ? -2 : 2) * step(edge + (isInk ? spread : -spread))
            isInk.toggle()
          }
          if isOpen { value += (isInk ? -1 : 1) * step(8) }
          sum += value
        }
        return sum / 4
      }
    }
    func cell(_ widths: [Int], isInk first: Bool) -> [Float] {
      var edges: [Float] = [0]
      for width in widths { edges.append((edges.last ?? 0) + Float(width)) }
      return draw(edges, isInk: first, samples: Self.samples, isOpen: true)
    }
    func table(_ characters: [[Float]]) -> (cells: [Float], energies: [Float]) {
      var cells = [Float](repeating: 0, count: Self.samples * Self.stride)
      var energies = [Float](repeating: .infinity, count: Self.stride)
      for (character, ink) in characters.enumerated() {
        for sample in ink.indices { cells[sample * Self.stride + character] = ink[sample] }
        energies[character] = ink.reduce(0) { $0 + $1 * $1 }
      }
      return (cells, energies)
    }
    let reversed = Self.widths.map { Array($0.reversed()) }
    let left = table((Self.widths + reversed).map { cell($0, isInk: true) })
    let right = table((Self.widths + reversed).map { cell($0, isInk: false) })
    cells = (left.cells, right.cells)
    energies = (left.energies, right.energies)
    start = draw([4, 5, 6, 7], isInk: false, samples: Self.samples, isOpen: false)
    middle = draw([0, 1, 2, 3, 4, 5], isInk: true, samples: Self.middleSamples, isOpen: false)
    end = draw([0, 1, 2, 3], isInk: false, samples: Self.samples, isOpen: false)
  }

  /// The templates of the lattice.
  static let coarse = CellTemplates(blur: 0.45, spread: 0)
  /// The templates among which each row finds its own.
  static let fine = blurs.flatMap { blur in spreads.map { CellTemplates(blur: blur, spread: $0) } }
  private static let blurs: [Float] = [0.25, 0.4, 0.55, 0.75]
  private static let spreads: [Float] = [-0.16, 0, 0.16]
  /// Returns the ramp, in modules, whose edges look like those of templates; a ramp's deviation is 0.45 of its half.
  static func ramp(ofFine index: Int) -> Float { blurs[index / spreads.count] / 0.45 }
  /// Returns the spread of the ink of templates.
  static func spread(ofFine index: Int) -> Float { spreads[index % spreads.count] }
  /// The index in `fine` with which a row begins.
  static let fineFirst = 4
}
