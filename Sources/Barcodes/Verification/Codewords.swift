/// The search for the cheapest digits among those that make an EAN-13 with a right check digit.
///
/// The buffers are reused.
struct Codewords {
  /// The cost of each character in each cell, with `stride` entries per cell.
  var costs: [Float] = Array(repeating: 0, count: 12 * Codewords.stride)
  /// The number of characters of a left half: ten digits in odd parity and ten in even.
  static let stride = 20

  private var best: [Float] = Array(repeating: 0, count: 10)
  private var next: [Float] = Array(repeating: 0, count: 10)
  private var choices: [UInt8] = Array(repeating: 0, count: 120)

  /// Returns the cheapest valid digits.
  ///
  /// - Returns: 13 ASCII digits; nil if no combination has a finite cost.
  mutating func cheapest() -> [UInt8]? {
    var found: (cost: Float, digits: [UInt8]) = (.infinity, [])
    for first in 0...9 {
      var least: Float = 0
      for cell in 0..<12 {
        let start = cell * Self.stride + (cell < 6 && BarPattern.isEven(first, cell) ? 10 : 0)
        var cheapest = costs[start]
        for sign in start + 1..<start + 10 { cheapest = min(cheapest, costs[sign]) }
        least += cheapest
      }
      guard least < found.cost else { continue }
      let cost = walk(from: first, weights: (3, 1), cells: 12) { cell, digit in
        cell < 6 && BarPattern.isEven(first, cell) ? digit + 10 : digit
      }
      if cost < found.cost { found = (cost, [UInt8(48 + first)] + digits(cells: 12, weights: (3, 1))) }
    }
    return found.digits.isEmpty ? nil : found.digits
  }

  /// Finds the cheapest path to each remainder of the check sum, cell by cell.
  ///
  /// - Returns: the cost of the cheapest digits with a right check digit.
  private mutating func walk(
    from start: Int, weights: (Int, Int), cells: Int, sign: (_ cell: Int, _ digit: Int) -> Int
  ) -> Float {
    for rest in 0...9 { best[rest] = rest == start ? 0 : .infinity }
    for cell in 0..<cells {
      for rest in 0...9 { next[rest] = .infinity }
      let weight = cell % 2 == 0 ? weights.0 : weights.1
      for digit in 0...9 {
        let cost = costs[cell * Self.stride + sign(cell, digit)]
        for rest in 0...9 {
          let sum = (rest + weight * digit) % 10
          if best[rest] + cost < next[sum] {
            next[sum] = best[rest] + cost
            choices[cell * 10 + sum] = UInt8(digit)
          }
        }
      }
      swap(&best, &next)
    }
    return best[0]
  }

  /// Returns the digits of the last walk.
  private func digits(cells: Int, weights: (Int, Int)) -> [UInt8] {
    var digits: [UInt8] = []
    var rest = 0
    for cell in (0..<cells).reversed() {
      let digit = Int(choices[cell * 10 + rest])
      digits.append(UInt8(48 + digit))
      rest = (rest - (cell % 2 == 0 ? weights.0 : weights.1) * digit % 10 + 10) % 10
    }
    return digits.reversed()
  }
}
