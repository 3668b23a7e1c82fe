internal import Deadwax

/// The bars that a code is printed with, in modules from its first edge.
struct BarPattern {
  /// The signs that can stand in a cell. Where a cell begins and ends there is an edge whatever sign stands in it.
  struct Alphabet {
    /// Every inner edge that any sign has, in modules from the cell's left edge, and whether a bar begins there.
    let places: [(edge: Float, isBar: Bool)]
    /// The inner edges of each sign, as numbers of places.
    let signs: [[Int]]
    let width: Float

    /// - Parameters:
    ///   - widths: of each sign's elements, in modules.
    ///   - beginsWithBar: whether a sign begins with a bar.
    init(widths: [[Float]], beginsWithBar: Bool) {
      var places: [(edge: Float, isBar: Bool)] = []
      var signs: [[Int]] = []
      for elements in widths {
        var sign: [Int] = []
        var edge: Float = 0
        for (number, element) in elements.dropLast().enumerated() {
          edge += element
          let isBar = (number % 2 == 1) == beginsWithBar
          let known = places.firstIndex { abs($0.edge - edge) < 0.01 && $0.isBar == isBar }
          if known == nil { places.append((edge, isBar)) }
          sign.append(known ?? places.count - 1)
        }
        signs.append(sign)
      }
      self.places = places
      self.signs = signs
      width = widths.first?.reduce(0, +) ?? 0
    }
  }

  /// One sign's place.
  struct Cell {
    var start: Float
    var alphabet: Int
    /// Which sign of the alphabet stands here.
    var sign: Int
  }

  /// Rising; the first begins a bar, the last ends one.
  var edges: [Float] = [0]
  var cells: [Cell] = []
  var alphabets: [Alphabet]
  /// Whether a check over all signs makes a single wrong one impossible.
  var hasCheck: Bool

  /// From the first edge to the last, in modules.
  var length: Float { edges.last ?? 0 }

  init(alphabets: [Alphabet], hasCheck: Bool) {
    self.alphabets = alphabets
    self.hasCheck = hasCheck
  }

  /// Adds bars and spaces by turns.
  mutating func add(_ widths: [Float]) {
    for width in widths { edges.append(length + width) }
  }

  /// Adds a sign.
  mutating func add(sign: Int, of alphabet: Int) {
    let start = length
    cells.append(Cell(start: start, alphabet: alphabet, sign: sign))
    for place in alphabets[alphabet].signs[sign] { edges.append(start + alphabets[alphabet].places[place].edge) }
    edges.append(start + alphabets[alphabet].width)
  }
}

/// EAN-13, EAN-8, UPC-A and UPC-E after the GS1 General Specifications, section 5.2.
extension BarPattern {
  /// The pattern of a code.
  ///
  /// - Parameters:
  ///   - symbology: `.ean13` for a UPC-A too, which then has a leading zero.
  ///   - digits: ASCII; 13 or 8 of them.
  /// - Returns: nil when these digits make no such code.
  static func retail(_ symbology: Symbology, _ digits: [UInt8]) -> BarPattern? {
    let values = digits.map { Int($0) - 48 }
    guard values.allSatisfy({ (0...9).contains($0) }) else { return nil }
    var pattern = BarPattern(alphabets: [left, leftOfEAN8, right], hasCheck: true)
    pattern.add([1, 1, 1])
    switch (symbology, values.count) {
    case (.ean13, 13):
      for index in 1...6 { pattern.add(sign: values[index] + (isEven(values[0], index - 1) ? 10 : 0), of: 0) }
      pattern.add([1, 1, 1, 1, 1])
      for index in 7...12 { pattern.add(sign: values[index], of: 2) }
      pattern.add([1, 1, 1])
    case (.ean8, 8):
      for index in 0...3 { pattern.add(sign: values[index], of: 1) }
      pattern.add([1, 1, 1, 1, 1])
      for index in 4...7 { pattern.add(sign: values[index], of: 2) }
      pattern.add([1, 1, 1])
    case (.upcE, 8):
      guard values[0] < 2 else { return nil }
      // The check digit stands in the parities alone; of number system 1 they are the other way about.
      for index in 0...5 {
        let isEven = parities[values[7]] >> (5 - index) & 1 == 0
        pattern.add(sign: values[index + 1] + (isEven == (values[0] == 0) ? 10 : 0), of: 0)
      }
      pattern.add([1, 1, 1, 1, 1, 1])
    default: return nil
    }
    return pattern
  }

  /// Whether a digit of the left half is printed in even parity.
  static func isEven(_ first: Int, _ index: Int) -> Bool { leading[first] >> (5 - index) & 1 == 1 }

  /// The parities by which an EAN-13 tells its first digit; 1 is even.
  private static let leading = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]
  /// The parities by which a UPC-E of number system 0 tells its check digit; 0 is even.
  private static let parities = [
    0b000111, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]
  /// The widths of space, bar, space and bar of a left digit in odd parity.
  private static let widths: [[Float]] = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
    [1, 2, 1, 3], [3, 1, 1, 2],
  ]
  private static let left = Alphabet(widths: widths + widths.map { $0.reversed() }, beginsWithBar: false)
  private static let leftOfEAN8 = Alphabet(widths: widths, beginsWithBar: false)
  private static let right = Alphabet(widths: widths, beginsWithBar: true)
}
