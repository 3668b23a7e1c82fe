/// Rows of a list, set in columns that fit on a terminal of 80 columns.
struct Table {
  /// How wide it may become at most.
  private static let width = 80
  private static let gap = 2

  private var rows: [[String]] = []
  /// Which column gives way where there is too little room.
  private let giving: Int

  /// - Parameter giving: the number of the column that is cut where a row would be too long, from 0.
  init(giving: Int) { self.giving = giving }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; every row has as many cells. What a terminal would obey is spelled out.
  mutating func add(_ cells: String...) { rows.append(cells.map(printable)) }

  /// The rows, without blanks at their ends.
  var lines: [String] {
    var widths: [Int] = []
    for row in rows {
      for (place, cell) in row.enumerated() {
        if place == widths.count { widths.append(0) }
        widths[place] = max(widths[place], cell.columns)
      }
    }
    if widths.indices.contains(giving) {
      let others = widths.enumerated().filter { $0.offset != giving && $0.element > 0 }.map(\.element)
      let room = Self.width - others.reduce(0, +) - Self.gap * others.count
      widths[giving] = min(widths[giving], max(8, room))
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) where width > 0 {
        line += cell.cut(to: width).padded(to: width + Self.gap)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
