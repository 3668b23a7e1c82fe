/// The rows of pixels across a reading with a check, from one end of its bars to the other, and the judgement about
/// them. They can refuse a reading, and never accept one.
struct RowTally {
  let pattern: BarPattern
  let rows: [PixelRow]
  /// True if another code explains some rows nearly as well as the reading explains its best one.
  var isOutdone = false

  /// The minimum number of adjacent rows that show the same other character.
  static let rowsNeeded = 2
  /// The minimum number of adjacent rows that show a part of another code, of which the rest is damaged.
  private static let rowsOfPart = 3
  /// The number of cells with other characters from which damage may have made what was read.
  private static let cellsMade = 3
  /// The number of cells that may not be seen on such rows.
  private static let hiddenMost = 4
  /// The evidence for that character that these rows must add up to, in nats.
  static let natsNeeded: Float = 26

  /// Adjacent rows that show the same other character in a cell.
  private struct Band {
    var cell: Int
    var rows: Range<Int>
  }

  /// True if the rows show another code, or a part of one that the check does not exclude, or another character as
  /// often as suffices for a reading.
  var showsAnother: Bool {
    if isOutdone { return true }
    let bands = bands
    return bands.contains { showsAnother($0) || isPossible($0) } || isRiddled(bands) || isContested
  }

  /// The bands of rows that show another character with sufficient evidence.
  private var bands: [Band] {
    var bands: [Band] = []
    for cell in pattern.cells.indices {
      var first = 0
      while first < rows.count {
        guard case .other(let sign) = rows[first].view(of: cell) else {
          first += 1
          continue
        }
        var (end, nats) = (first, Float.zero)
        while end < rows.count, rows[end].view(of: cell) == .other(sign) {
          nats -= rows[end].votes[cell].nats
          end += 1
        }
        if end - first >= Self.rowsNeeded, nats >= Self.natsNeeded { bands.append(Band(cell: cell, rows: first..<end)) }
        first = end
      }
    }
    return bands
  }

  /// Returns true if the likeliest characters of a band of rows make another code with a right check.
  private func showsAnother(_ band: Band) -> Bool {
    let own = pattern.cells.map(\.sign)
    var gains = rows[band.rows.lowerBound].gains
    let stride = gains.count / own.count
    for row in rows[band.rows].dropFirst() { for index in gains.indices { gains[index] += row.gains[index] } }
    var likeliest = own
    for cell in own.indices {
      for sign in 0..<stride where gains[cell * stride + sign] > gains[cell * stride + likeliest[cell]] {
        likeliest[cell] = sign
      }
    }
    let differ = zip(likeliest, own).count { $0 != $1 }
    return differ >= 2 && 2 * differ <= own.count && pattern.isChecked(likeliest)
  }

  /// Rows that show another character in a cell, with the codes of which they may be a part: a second cell, which does
  /// not show its own character on these rows either, holds the one that makes the check right.
  var suspicions: [(cell: Int, rows: Range<Int>, rivals: [[Int]])] {
    bands.compactMap { band in
      guard band.rows.count >= Self.rowsOfPart else { return nil }
      let shown = shown(on: band)
      let hidden = shown.indices.filter { $0 != band.cell && !shown[$0] }
      guard 2 * shown.count(where: \.self) >= shown.count, (1...Self.hiddenMost).contains(hidden.count) else {
        return nil
      }
      let rivals = signs(of: band.cell).flatMap { first in
        hidden.flatMap { cell in
          signs(of: cell).compactMap { second -> [Int]? in
            var signs = pattern.cells.map(\.sign)
            (signs[band.cell], signs[cell]) = (first, second)
            return pattern.isChecked(signs) ? signs : nil
          }
        }
      }
      return rivals.isEmpty ? nil : (band.cell, band.rows, rivals)
    }
  }

  /// The characters that a cell can hold, except the read one.
  private func signs(of cell: Int) -> [Int] {
    pattern.alphabets[pattern.cells[cell].alphabet].signs.indices.filter { $0 != pattern.cells[cell].sign }
  }

  /// Returns true if damage makes whole characters in so many cells that it may have made those that were read. The
  /// check detects one wrong character, and not two.
  private func isRiddled(_ bands: [Band]) -> Bool {
    Set(bands.filter { isInside($0) }.map(\.cell)).count >= Self.cellsMade
  }

  /// Returns the cells that show their own character on some row of a band.
  private func shown(on band: Band) -> [Bool] {
    pattern.cells.indices.map { cell in rows[band.rows].contains { $0.view(of: cell) == .own } }
  }

  /// Returns true if the rows of a band show half of the code and do not leave its bars at one end. Beyond that end
  /// they show nothing from some cell on.
  private func isInside(_ band: Band) -> Bool {
    guard band.rows.count >= Self.rowsOfPart else { return false }
    let shown = shown(on: band)
    let isAtEnd = !shown[..<band.cell].contains(true) || !shown[(band.cell + 1)...].contains(true)
    return 2 * shown.count(where: \.self) >= shown.count && (!isAtEnd || isSplit(shown, band.cell))
  }

  /// Returns true if the check does not exclude the other character of a band. It excludes it if all other cells show
  /// their own characters on these rows. If one of them is damaged there, it may be printed with the character that
  /// makes the check right.
  private func isPossible(_ band: Band) -> Bool {
    guard isInside(band), case .other(let other) = rows[band.rows.lowerBound].view(of: band.cell) else { return false }
    let shown = shown(on: band)
    var signs = pattern.cells.map(\.sign)
    signs[band.cell] = other
    return pattern.cells.indices.contains { cell in
      guard cell != band.cell, !shown[cell] else { return false }
      let views = rows[band.rows].map { $0.view(of: cell) }
      guard !views.allSatisfy({ $0 == .unclear }) else { return false }
      let own = signs[cell]
      defer { signs[cell] = own }
      return pattern.alphabets[pattern.cells[cell].alphabet].signs.indices.contains { sign in
        signs[cell] = sign
        return views.allSatisfy { $0 == .damaged || $0 == .unclear || $0 == .other(sign) } && pattern.isChecked(signs)
      }
    }
  }

  /// Returns true if a cell at an end of those shown has damage behind others that are shown.
  private func isSplit(_ shown: [Bool], _ cell: Int) -> Bool {
    let inner = shown[..<cell].contains(true) ? shown[..<cell] : shown[(cell + 1)...]
    guard let first = inner.firstIndex(of: true), let last = inner.lastIndex(of: true) else { return false }
    return inner[first...last].contains(false)
  }

  /// True if a cell shows one other character on so many rows that it matters on how many it shows its own.
  var isDoubtful: Bool {
    pattern.cells.indices.contains { count(in: $0, on: rows).other >= Self.rowsNeeded }
  }

  /// True if a cell shows one other character on a share of the rows that would suffice for its own. The check does not
  /// decide between them: damage that makes one whole character can hide another one.
  private var isContested: Bool {
    let shown = rows.filter(\.showsCode)
    return pattern.cells.indices.contains { cell in
      let count = count(in: cell, on: shown)
      return count.other >= Self.rowsNeeded && Float(count.other) >= Acceptance.shareOfOne * Float(count.decided)
    }
  }

  /// Returns the number of rows on which a cell is not unclear, and of those on which it shows the same other character.
  private func count(in cell: Int, on rows: [PixelRow]) -> (decided: Int, other: Int) {
    var decided = 0
    var others: [Int: Int] = [:]
    for row in rows {
      switch row.view(of: cell) {
      case .own, .damaged: decided += 1
      case .other(let sign):
        decided += 1
        others[sign, default: 0] += 1
      case .unclear: break
      }
    }
    return (decided, others.values.max() ?? 0)
  }
}
