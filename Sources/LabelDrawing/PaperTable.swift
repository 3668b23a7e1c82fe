/// A table for paper: a title, lines below it, and rows in sections, on as many A4 pages as they need.
package struct PaperTable: Sendable {
  /// A column of the table.
  package struct Column: Sendable {
    package var heading: String
    /// The part of the width, in hundredths. Those of all columns are 100 together.
    package var share: Int

    package init(_ heading: String, share: Int) {
      self.heading = heading
      self.share = share
    }
  }

  /// A cell with two lines. A text that is too long for its line ends in an ellipsis.
  package struct Cell: Sendable {
    package var text: String
    /// The second line, in a smaller size.
    package var detail: String

    package init(_ text: String, detail: String = "") {
      self.text = text
      self.detail = detail
    }
  }

  /// Rows below a heading of their own.
  package struct Section: Sendable {
    package var heading: String
    /// The rows, each with a cell for every column.
    package var rows: [[Cell]]

    package init(_ heading: String, rows: [[Cell]]) {
      self.heading = heading
      self.rows = rows
    }
  }

  package var title: String
  /// The lines below the title, on the first page.
  package var lines: [String]
  package var columns: [Column]
  package var sections: [Section]
  /// Returns the line at the foot of a page.
  package var foot: @Sendable (_ page: Int, _ pages: Int) -> String

  package init(
    title: String, lines: [String], columns: [Column], sections: [Section],
    foot: @escaping @Sendable (_ page: Int, _ pages: Int) -> String
  ) {
    self.title = title
    self.lines = lines
    self.columns = columns
    self.sections = sections
    self.foot = foot
  }

  /// Returns the table as a PDF with texts that can be searched and copied.
  ///
  /// - Throws: `LabelError.undrawable`.
  package func pdf() throws(LabelError) -> [UInt8] {
    let canvas = try PaperCanvas(title: title)
    let pages = pages
    for (index, page) in pages.enumerated() {
      var top = index == 0 ? try drawTitle(on: canvas) : PaperCanvas.margin
      if !page.isEmpty { top = try drawHeadings(at: top, on: canvas) }
      for line in page { top = try draw(line, at: top, on: canvas) }
      try canvas.text(
        foot(index + 1, pages.count), Self.small(.right), at: PaperCanvas.margin,
        PaperCanvas.bottom + Self.small().size, width: PaperCanvas.textWidth)
      canvas.endPage()
    }
    return try canvas.finish()
  }

  /// The number of pages.
  package var pageCount: Int { pages.count }

  // MARK: - Pages

  /// A part of a page, from top to bottom.
  private enum Line {
    case section(String)
    case row([Cell])

    var height: Int {
      switch self {
      case .section: 230
      case .row: 260
      }
    }
  }

  /// The lines of each page. A heading is never the last line of a page, and is repeated on each page of its section.
  private var pages: [[Line]] {
    var pages: [[Line]] = [[]]
    var room = PaperCanvas.bottom - PaperCanvas.margin - titleHeight - Self.headingHeight
    for section in sections {
      let heading = Line.section(section.heading)
      var isHeaded = false
      for row in section.rows.map(Line.row) {
        if room < row.height + (isHeaded ? 0 : heading.height) {
          pages.append([])
          room = PaperCanvas.bottom - PaperCanvas.margin - Self.headingHeight
          isHeaded = false
        }
        if !isHeaded {
          pages[pages.count - 1].append(heading)
          room -= heading.height
          isHeaded = true
        }
        pages[pages.count - 1].append(row)
        room -= row.height
      }
    }
    return pages
  }

  private var titleHeight: Int { 320 + lines.count * Self.lineHeight + 100 }

  // MARK: - Drawing

  // In tenths of a point.
  private static let lineHeight = 140
  private static let headingHeight = 180
  private static func normal() -> TextBlock.Style { TextBlock.Style(size: 95) }
  private static func small(_ alignment: TextBlock.Style.Alignment = .left) -> TextBlock.Style {
    TextBlock.Style(size: 80, alignment: alignment)
  }

  /// - Returns: the upper edge of what follows.
  private func drawTitle(on canvas: borrowing PaperCanvas) throws(LabelError) -> Int {
    var top = PaperCanvas.margin
    try canvas.text(
      title, TextBlock.Style(size: 200, isBold: true), at: PaperCanvas.margin, top, width: PaperCanvas.textWidth)
    top += 320
    for line in lines {
      try canvas.text(line, Self.normal(), at: PaperCanvas.margin, top, width: PaperCanvas.textWidth)
      top += Self.lineHeight
    }
    return top + 100
  }

  private func drawHeadings(at top: Int, on canvas: borrowing PaperCanvas) throws(LabelError) -> Int {
    for (column, span) in zip(columns, spans) {
      try canvas.text(column.heading, Self.small(), at: span.start, top, width: span.width)
    }
    canvas.rule(at: top + 130)
    return top + Self.headingHeight
  }

  private func draw(_ line: Line, at top: Int, on canvas: borrowing PaperCanvas) throws(LabelError) -> Int {
    switch line {
    case .section(let heading):
      try canvas.text(
        heading, TextBlock.Style(size: 110, isBold: true), at: PaperCanvas.margin, top + 40,
        width: PaperCanvas.textWidth)
    case .row(let cells):
      for (cell, span) in zip(cells, spans) {
        try canvas.text(cell.text, Self.normal(), at: span.start, top, width: span.width)
        try canvas.text(cell.detail, Self.small(), at: span.start, top + 118, width: span.width)
      }
      canvas.rule(at: top + line.height - 25)
    }
    return top + line.height
  }

  /// The left edge and the width of each column, with a gap to the next one.
  private var spans: [(start: Int, width: Int)] {
    var start = PaperCanvas.margin
    return columns.map { column in
      let width = PaperCanvas.textWidth * column.share / 100
      defer { start += width }
      return (start, width - 80)
    }
  }
}
