/// The rows of pixels across a reading with a check, from one end of its bars to the other, and the judgement about
/// them. They can refuse a reading, and never accept one.
struct RowTally {
  let pattern: BarPattern
  let rows: [PixelRow]

  /// The minimum number of adjacent rows that show the same other character.
  private static let rowsNeeded = 2
  /// The evidence for that character that these rows must add up to, in nats.
  private static let natsNeeded: Float = 26

  /// Adjacent rows that show the same other character in a cell.
  private struct Band {
    var cell: Int
    var rows: Range<Int>
  }

  /// True if the rows show another code, or another character as often as suffices for a reading.
  var showsAnother: Bool { bands.contains(where: showsAnother) || isContested }

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

  /// True if a cell shows one other character on a share of the rows that would suffice for its own. The check does not
  /// decide between them: damage that makes one whole character can hide another one.
  private var isContested: Bool {
    let shown = rows.filter(\.showsCode)
    return pattern.cells.indices.contains { cell in
      var decided: Float = 0
      var others: [Int: Int] = [:]
      for row in shown {
        switch row.view(of: cell) {
        case .own, .damaged: decided += 1
        case .other(let sign):
          decided += 1
          others[sign, default: 0] += 1
        case .unclear: break
        }
      }
      let most = others.values.max() ?? 0
      return most >= Self.rowsNeeded && Float(most) >= Acceptance.shareOfOne * decided
    }
  }
}
