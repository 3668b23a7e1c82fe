internal import Deadwax

/// The bars of a printed code, in modules from its first edge.
struct BarPattern {
  /// The characters that a cell can hold. A cell begins and ends with an edge, for any character.
  struct Alphabet {
    /// Every inner edge of any character, in modules from the cell's left edge, and true if a bar begins there.
    let places: [(edge: Float, isBar: Bool)]
    /// The inner edges of each character, as indices into `places`.
    let signs: [[Int]]
    let width: Float

    /// Creates an alphabet.
    ///
    /// - Parameters:
    ///   - widths: the widths of each character's elements, in modules.
    ///   - beginsWithBar: true if a character begins with a bar.
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

  /// The cell of one character.
  struct Cell {
    var start: Float
    var alphabet: Int
    /// The index of its character in the alphabet.
    var sign: Int
  }

  /// The rising positions of all edges; the first begins a bar, the last ends one.
  var edges: [Float] = [0]
  var cells: [Cell] = []
  var alphabets: [Alphabet]
  /// True if a check over all characters makes a single wrong one impossible.
  var hasCheck: Bool

  /// Returns true if other characters in the cells also make a valid code; always true for codes without a check.
  var isChecked: ([Int]) -> Bool = { _ in true }

  /// The length from the first edge to the last, in modules.
  var length: Float { edges.last ?? 0 }

  init(alphabets: [Alphabet], hasCheck: Bool) {
    self.alphabets = alphabets
    self.hasCheck = hasCheck
  }

  /// True if a change of one character alone makes another valid code. The last digit of a UPC-E chooses its long form, so
  /// that its check digit can stay the same.
  private var hasNeighbour: Bool {
    let own = cells.map(\.sign)
    return cells.indices.contains { cell in
      alphabets[cells[cell].alphabet].signs.indices.contains { sign in
        var other = own
        other[cell] = sign
        return sign != own[cell] && isChecked(other)
      }
    }
  }

  /// Returns the same pattern with other characters of the same numbers of bars.
  func with(signs: [Int]) -> BarPattern {
    var other = self
    for (index, sign) in signs.enumerated() where sign != cells[index].sign {
      let (start, alphabet) = (cells[index].start, alphabets[cells[index].alphabet])
      other.edges.removeAll { $0 > start + 0.01 && $0 < start + alphabet.width - 0.01 }
      other.edges += alphabet.signs[sign].map { start + alphabet.places[$0].edge }
      other.cells[index].sign = sign
    }
    other.edges.sort()
    return other
  }

  /// Adds alternating bars and spaces.
  mutating func add(_ widths: [Float]) {
    for width in widths { edges.append(length + width) }
  }

  /// Adds a character.
  mutating func add(sign: Int, of alphabet: Int) {
    let start = length
    cells.append(Cell(start: start, alphabet: alphabet, sign: sign))
    for place in alphabets[alphabet].signs[sign] { edges.append(start + alphabets[alphabet].places[place].edge) }
    edges.append(start + alphabets[alphabet].width)
  }
}

/// EAN-13, EAN-8, UPC-A and UPC-E, according to the GS1 General Specifications, section 5.2.
extension BarPattern {
  /// Returns the pattern of a code.
  ///
  /// - Parameters:
  ///   - symbology: the symbology; `.ean13` for a UPC-A too, which then has a leading zero.
  ///   - digits: the 13 or 8 digits in ASCII.
  /// - Returns: nil if these digits do not make such a code.
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
      pattern.isChecked = isCheckedEAN13
    case (.ean8, 8):
      for index in 0...3 { pattern.add(sign: values[index], of: 1) }
      pattern.add([1, 1, 1, 1, 1])
      for index in 4...7 { pattern.add(sign: values[index], of: 2) }
      pattern.add([1, 1, 1])
      pattern.isChecked = { isChecked(digits: $0) }
    case (.upcE, 8):
      guard values[0] < 2 else { return nil }
      // The check digit is encoded only in the parities; for number system 1 they are reversed.
      for index in 0...5 {
        let isEven = parities[values[7]] >> (5 - index) & 1 == 0
        pattern.add(sign: values[index + 1] + (isEven == (values[0] == 0) ? 10 : 0), of: 0)
      }
      pattern.add([1, 1, 1, 1, 1, 1])
      pattern.isChecked = isCheckedUPCE
      pattern.hasCheck = !pattern.hasNeighbour
    default: return nil
    }
    return pattern
  }

  /// Returns true if digits end with their right check digit.
  private static func isChecked(digits: [Int]) -> Bool {
    digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
  }

  private static func isCheckedEAN13(_ signs: [Int]) -> Bool {
    let parity = signs.prefix(6).reduce(0) { $0 << 1 | ($1 >= 10 ? 1 : 0) }
    guard let first = leading.firstIndex(of: parity) else { return false }
    return isChecked(digits: [first] + signs.map { $0 % 10 })
  }

  /// Returns true if the check digit is right; it is that of the long form, UPC-A.
  private static func isCheckedUPCE(_ signs: [Int]) -> Bool {
    let even = signs.reduce(0) { $0 << 1 | ($1 >= 10 ? 0 : 1) }
    let body = signs.map { $0 % 10 }
    let tail: [Int] =
      switch body[5] {
      case 0...2: [body[0], body[1], body[5], 0, 0, 0, 0, body[2], body[3], body[4]]
      case 3: [body[0], body[1], body[2], 0, 0, 0, 0, 0, body[3], body[4]]
      case 4: [body[0], body[1], body[2], body[3], 0, 0, 0, 0, 0, body[4]]
      default: [body[0], body[1], body[2], body[3], body[4], 0, 0, 0, 0, body[5]]
      }
    return [(0, even), (1, ~even & 0b111111)].contains { system, mask in
      parities.firstIndex(of: mask).map { isChecked(digits: [system] + tail + [$0]) } ?? false
    }
  }

  /// Returns true if a digit of the left half is printed in even parity.
  static func isEven(_ first: Int, _ index: Int) -> Bool { leading[first] >> (5 - index) & 1 == 1 }

  /// The parities that encode the first digit of an EAN-13; 1 is even.
  private static let leading = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]
  /// The parities that encode the check digit of a UPC-E of number system 0; 0 is even.
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
