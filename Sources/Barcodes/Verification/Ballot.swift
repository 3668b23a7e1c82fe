/// The votes of a place's lines about each cell of a reading. A mark across the bars differs from line to line; a bar
/// is the same on all.
struct Ballot {
  /// The votes about one cell.
  private struct Cell {
    /// Lines that have the read sign, and lines that show no sign whole.
    var (own, damaged): (Float, Float) = (0, 0)
    /// Lines that show another sign whole.
    var others: [Int: Float] = [:]

    /// The share of the lines that have the read sign.
    var share: Float {
      let all = own + damaged + others.values.reduce(0, +)
      return all > 0 ? own / all : 1
    }
  }

  private var cells: [Cell]
  /// Lines on which the code was found at all.
  private(set) var lines = 0
  /// Lines on which all cells have their own sign; with a check, all but one.
  private(set) var upholding = 0
  /// Lines that show another whole code.
  private(set) var dissenting = 0
  /// Lines that show another sign in two cells or more.
  private(set) var doubting = 0
  /// Lines that show so many other signs that it can be nothing else than another code.
  private(set) var contradicting = 0
  private let pattern: BarPattern

  /// From so many nats on a line speaks for a sign, and from so many against it.
  private static let (natsFor, natsAgainst): (Float, Float) = (3, 6.5)
  /// A line on which fewer of the cells have their own sign shows something else.
  private static let shareOfLine = 0.5

  /// From so many other signs on a line shows another code, though a cell more is damaged.
  private static let manyOthers = 3

  /// - Parameter pattern: the bars of the reading.
  init(_ pattern: BarPattern) {
    self.pattern = pattern
    cells = Array(repeating: Cell(), count: pattern.cells.count)
  }

  /// Returns the number of cells that do not have their own character; nil if the line does not show the code.
  func miss(_ votes: [Verifier.Vote]) -> Int? {
    let own = votes.count { Self.isFor($0) }
    guard Double(own) >= Self.shareOfLine * Double(votes.count) else { return nil }
    return votes.count { Self.isAgainst($0) || !$0.isOwnWhole }
  }

  /// Counts a line.
  mutating func add(_ votes: [Verifier.Vote]) {
    lines += 1
    var against = 0
    var isWhole = true
    var signs = pattern.cells.map(\.sign)
    for (index, vote) in votes.enumerated() {
      if Self.isAgainst(vote) {
        signs[index] = vote.other
        against += 1
        cells[index].others[vote.other, default: 0] += 1
      } else if !vote.isOwnWhole {
        isWhole = false
        against += 1
        cells[index].damaged += 1
      } else if Self.isFor(vote) {
        cells[index].own += 1
      }
    }
    let differ = zip(signs, pattern.cells).count { $0 != $1.sign }
    if differ >= 2 { doubting += 1 }
    if differ >= Self.manyOthers { contradicting += 1 }
    if against <= (pattern.hasCheck ? 1 : 0) {
      upholding += 1
    } else if isWhole, pattern.isChecked(signs) {
      dissenting += 1
    }
  }

  private static func isFor(_ vote: Verifier.Vote) -> Bool { vote.isOwnWhole && vote.nats >= natsFor }
  private static func isAgainst(_ vote: Verifier.Vote) -> Bool { vote.isOtherWhole && vote.nats <= -natsAgainst }

  /// True if all cells have their own character on at least three lines, and no line contradicts one.
  var isUnanimous: Bool { lines >= 3 && cells.allSatisfy { Int($0.own) == lines } }

  /// True if nearly all of many lines uphold the reading, and none speaks against it.
  var isClear: Bool {
    lines >= 20 && upholding * 10 >= lines * 9 && leastShare >= 0.8 && rivalLines == 0 && dissenting == 0
      && doubting == 0
  }

  /// The share of the lines that have a cell's own sign, in the cell that has the least.
  var leastShare: Float { cells.reduce(1) { min($0, $1.share) } }

  /// The same in the cell that has the least but one.
  var secondShare: Float { Self.second(cells.map(\.share)) }

  /// By how many lines the likeliest other code is shown, in the cell in which it is shown by the fewest: lines that
  /// are damaged in one place show the one sign of it, and others the other.
  ///
  /// With a check another code differs in two cells at least; without one, in any.
  var rivalLines: Float {
    guard pattern.hasCheck else { return cells.reduce(0) { max($0, $1.others.values.max() ?? 0) } }
    var most: Float = 0
    var signs = pattern.cells.map(\.sign)
    for first in cells.indices {
      for (sign, lines) in cells[first].others {
        signs[first] = sign
        for second in cells.indices where second > first {
          for (other, others) in cells[second].others where min(lines, others) > most {
            signs[second] = other
            if pattern.isChecked(signs) { most = min(lines, others) }
          }
          signs[second] = pattern.cells[second].sign
        }
      }
      signs[first] = pattern.cells[first].sign
    }
    return most
  }

  /// The part of all lines that have a cell's own sign, in the cell that has the least but one: lines without any
  /// evidence count too.
  var secondPart: Float { Self.second(cells.map(\.own)) / Float(max(1, lines)) }

  private static func second(_ values: [Float]) -> Float {
    let sorted = values.sorted()
    return sorted[min(1, sorted.count - 1)]
  }

  /// True if the code has so few cells that damage easily turns it into another.
  var isShort: Bool { cells.count < 8 }
}
