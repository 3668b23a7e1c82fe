/// A version of a QR code: its size, of forty, and its layout by the standard (ISO/IEC 18004, 6.3 and 7.5, Table 9 and
/// Annex E).
struct QRVersion: Equatable {
  /// The number of the version, 1 to 40.
  let number: Int

  /// Creates a version; nil if the number is not from 1 to 40.
  init?(_ number: Int) {
    guard (1...40).contains(number) else { return nil }
    self.number = number
  }

  /// Creates the version with this number of modules on a side; nil if there is none.
  init?(side: Int) {
    guard side >= 21, (side - 17).isMultiple(of: 4) else { return nil }
    self.init((side - 17) / 4)
  }

  /// The number of modules on a side.
  var side: Int { 17 + 4 * number }

  /// The error correction level, in the order of its two bits.
  enum Level: Int { case medium = 0, low, high, quartile }

  /// The positions of the middles of the alignment patterns, in modules from the edge, the same both ways; none in
  /// version 1.
  var alignments: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).reversed().map { side - 7 - $0 * step }
  }

  /// The positions of all alignment patterns; there are none at the three finder patterns.
  var alignmentMiddles: [(Int, Int)] {
    let places = alignments
    guard let last = places.last else { return [] }
    return places.flatMap { y in places.map { x in (x, y) } }.filter { x, y in
      !(x == 6 && y == 6 || x == 6 && y == last || x == last && y == 6)
    }
  }

  /// Returns true if a module belongs to a pattern that every code of this version has, or to its format information.
  func isFunction(_ x: Int, _ y: Int, alignments: [Int]) -> Bool {
    if x == 6 || y == 6 { return true }
    if x < 9 && y < 9 || x >= side - 8 && y < 9 || x < 9 && y >= side - 8 { return true }
    if number >= 7, x < 6 && y >= side - 11 || y < 6 && x >= side - 11 { return true }
    guard let nearX = alignments.first(where: { abs($0 - x) <= 2 }),
      let nearY = alignments.first(where: { abs($0 - y) <= 2 })
    else { return false }
    // The three that would be on finder patterns do not exist.
    return !(nearX == 6 && nearY == 6 || nearX == 6 && nearY == side - 7 || nearX == side - 7 && nearY == 6)
  }

  /// The number of code words, data and correction together.
  var codewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number > 1 {
      let count = number / 7 + 2
      modules -= (25 * count - 10) * count - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// Returns the number of correction code words in each block.
  func checks(_ level: Level) -> Int { Self.checks[level.rawValue][number - 1] }

  /// Returns the number of blocks into which the code words are divided.
  func blocks(_ level: Level) -> Int { Self.blocks[level.rawValue][number - 1] }

  /// Returns the maximum number of wrong code words of a block to correct. It is half of the checks, minus those that
  /// the standard reserves in the smallest codes against misreadings (Table 9, note b).
  func limit(_ level: Level) -> Int {
    let reserved =
      switch (number, level) {
      case (1, .low): 3
      case (1, .medium), (2, .low): 2
      case (1, _), (3, .low): 1
      default: 0
      }
    return (checks(level) - reserved) / 2
  }

  private static let checks: [[Int]] = [
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]
  private static let blocks: [[Int]] = [
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51,
      54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43,
      45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
  ]
}
