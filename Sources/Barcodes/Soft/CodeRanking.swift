/// The two likeliest codes with a right check digit under the costs of their characters.
struct CodeRanking {
  /// A code with its cost.
  struct Entry {
    /// The 13 digits, four bits each, the last one lowest.
    var digits: UInt64
    var cost: Float

    /// The digits in ASCII.
    var bytes: [UInt8] { (0..<13).map { UInt8(48 + digits >> UInt64(4 * (12 - $0)) & 15) } }
  }

  private(set) var first = Entry(digits: 0, cost: .infinity)
  private(set) var second = Entry(digits: 0, cost: .infinity)

  /// The likeliest digits of a half so far, two for each remainder of the check sum.
  private typealias Best = [(first: Entry, second: Entry)]

  /// - Parameter costs: the cost of each character in each of twelve cells, in the order of `Codewords`.
  init(_ costs: [Float]) {
    let stride = Codewords.stride
    let right = Self.best { cell, digit in costs[(6 + cell) * stride + digit] }
    for leading in 0...9 {
      let left = Self.best { cell, digit in
        costs[cell * stride + digit + (BarPattern.isEven(leading, cell) ? 10 : 0)]
      }
      for rest in 0...9 {
        let other = (20 - leading - rest) % 10
        for a in [left[rest].first, left[rest].second] {
          for b in [right[other].first, right[other].second] {
            add(Entry(digits: UInt64(leading) << 48 | a.digits << 24 | b.digits, cost: a.cost + b.cost))
          }
        }
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    if entry.cost < first.cost {
      (first, second) = (entry, first)
    } else if entry.cost < second.cost {
      second = entry
    }
  }

  /// Finds the two likeliest rows of six digits for each remainder of the check sum.
  private static func best(_ cost: (_ cell: Int, _ digit: Int) -> Float) -> Best {
    let none = Entry(digits: 0, cost: .infinity)
    var best: Best = Array(repeating: (none, none), count: 10)
    best[0].first.cost = 0
    for cell in 0..<6 {
      var next: Best = Array(repeating: (none, none), count: 10)
      let weight = cell % 2 == 0 ? 3 : 1
      for digit in 0...9 {
        let cost = cost(cell, digit)
        for rest in 0...9 {
          let sum = (rest + weight * digit) % 10
          for before in [best[rest].first, best[rest].second] where before.cost + cost < next[sum].second.cost {
            let entry = Entry(digits: before.digits << 4 | UInt64(digit), cost: before.cost + cost)
            if entry.cost < next[sum].first.cost {
              next[sum] = (entry, next[sum].first)
            } else {
              next[sum].second = entry
            }
          }
        }
      }
      best = next
    }
    return best
  }
}
