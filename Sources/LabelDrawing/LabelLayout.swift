/// A kind of label paper: the size of a label, and the arrangement on a sheet. All lengths are in millimetres.
package struct LabelLayout: Sendable, Equatable {
  /// The name of its file, such as `avery-l4731`.
  package var id: String
  /// The name for people.
  package var name: String
  package var paper: Paper
  package var columns: Int
  package var rows: Int
  /// The size of one label.
  package var width, height: Double
  /// The offset from the sheet's upper left corner to the first label's.
  package var left, top: Double
  /// The distance from one label to the next, across and down.
  package var pitchX, pitchY: Double
  /// The margin at the edges that is not printed, because printers are inaccurate by as much or do not reach it.
  package var insetX, insetY: Double

  package enum Paper: Sendable, Equatable {
    case a4, letter
    /// A roll, on which each label is a page.
    case roll
  }

  package init(
    id: String, name: String, paper: Paper, columns: Int = 1, rows: Int = 1, width: Double, height: Double,
    left: Double = 0, top: Double = 0, pitchX: Double = 0, pitchY: Double = 0, insetX: Double, insetY: Double
  ) {
    self.id = id
    self.name = name
    self.paper = paper
    self.columns = columns
    self.rows = rows
    self.width = width
    self.height = height
    self.left = left
    self.top = top
    self.pitchX = pitchX
    self.pitchY = pitchY
    self.insetX = insetX
    self.insetY = insetY
  }

  package var isRoll: Bool { paper == .roll }
  /// The number of labels on a sheet.
  package var perSheet: Int { columns * rows }

  /// The size of a page in millimetres.
  package var paperSize: (width: Double, height: Double) {
    switch paper {
    case .a4: (210, 297)
    case .letter: (215.9, 279.4)
    case .roll: (width, height)
    }
  }

  /// The name of the paper, such as `A4`.
  package var paperName: String {
    switch paper {
    case .a4: "A4"
    case .letter: "Letter"
    case .roll: "roll"
    }
  }

  /// The fault in the measures; nil if they can be printed.
  package var fault: String? {
    let measures = [width, height, left, top, pitchX, pitchY, insetX, insetY]
    guard measures.allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= 1000 }) else { return "a length is invalid" }
    guard (1...50).contains(columns), (1...100).contains(rows) else { return "there are too many labels on a sheet" }
    guard width >= 5, height >= 5, width <= 300, height <= 300 else {
      return "a label must have sides of 5 to 300 mm"
    }
    guard insetX * 2 < width, insetY * 2 < height else { return "the inset leaves nothing of the label" }
    guard columns == 1 || pitchX >= width, rows == 1 || pitchY >= height else { return "the labels overlap" }
    let (paperWidth, paperHeight) = paperSize
    // The tolerance is half a millimetre, because manufacturers round.
    guard left + Double(columns - 1) * pitchX + width <= paperWidth + 0.5,
      top + Double(rows - 1) * pitchY + height <= paperHeight + 0.5
    else { return "the labels reach beyond the paper" }
    return nil
  }
}
