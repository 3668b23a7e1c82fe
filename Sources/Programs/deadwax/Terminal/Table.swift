internal import CommandLineArguments
internal import Glibc
internal import HubClient

/// A table whose columns fit on the terminal. In a pipe or a file nothing is cut, because programs read it.
struct Table {
  /// The maximum width in columns; nil for no limit.
  private let width: Int?
  private static let gap = 2

  private var rows: [[String]] = []
  /// The index of the column that is cut if there is too little room.
  private let giving: Int

  /// - Parameters:
  ///   - giving: the index of the column that is cut if a row is too long, from 0.
  ///   - width: the maximum width in columns; nil for no limit.
  init(giving: Int, width: Int? = Table.columnsOfOutput) {
    self.giving = giving
    self.width = width
  }

  /// The number of columns if standard output is a terminal; nil otherwise.
  static var columnsOfOutput: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(40, Int(size.ws_col))
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Every row has the same number of cells. Characters that a terminal would interpret are escaped.
  mutating func add(_ cells: String...) { rows.append(cells.map(printable)) }

  /// The rows, without spaces at their ends.
  var lines: [String] {
    var widths: [Int] = []
    for row in rows {
      for (place, cell) in row.enumerated() {
        if place == widths.count { widths.append(0) }
        widths[place] = max(widths[place], cell.columns)
      }
    }
    if let width, widths.indices.contains(giving) {
      let others = widths.enumerated().filter { $0.offset != giving && $0.element > 0 }.map(\.element)
      let room = width - others.reduce(0, +) - Self.gap * others.count
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
