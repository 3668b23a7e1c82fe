/// A kind of label paper: how large a label is, and how the labels lie on a sheet. All measures are millimetres.
package struct LabelLayout: Sendable, Equatable {
  /// As `avery-l4731`: the name of its file.
  package var id: String
  /// As people say it.
  package var name: String
  package var paper: Paper
  package var columns: Int
  package var rows: Int
  /// Of one label.
  package var width, height: Double
  /// From the sheet's upper left corner to the first label's.
  package var left, top: Double
  /// From one label to the next, across and down.
  package var pitchX, pitchY: Double
  /// How near its edges a label is not printed: printers are off by as much, or do not reach there.
  package var insetX, insetY: Double

  package enum Paper: Sendable, Equatable {
    case a4, letter
    /// A roll, of which each label is a page.
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
  /// Labels on a sheet.
  package var perSheet: Int { columns * rows }

  /// Millimetres of a page.
  package var paperSize: (width: Double, height: Double) {
    switch paper {
    case .a4: (210, 297)
    case .letter: (215.9, 279.4)
    case .roll: (width, height)
    }
  }

  /// As `A4`.
  package var paperName: String {
    switch paper {
    case .a4: "A4"
    case .letter: "Letter"
    case .roll: "roll"
    }
  }

  /// What is wrong with the measures; nil when they can be printed.
  package var fault: String? {
    let measures = [width, height, left, top, pitchX, pitchY, insetX, insetY]
    guard measures.allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= 1000 }) else { return "a measure is no length" }
    guard (1...50).contains(columns), (1...100).contains(rows) else { return "there are too many labels on a sheet" }
    guard width >= 5, height >= 5, width <= 300, height <= 300 else {
      return "a label has sides of 5 to 300 mm"
    }
    guard insetX * 2 < width, insetY * 2 < height else { return "the inset leaves nothing of the label" }
    guard columns == 1 || pitchX >= width, rows == 1 || pitchY >= height else { return "the labels overlap" }
    let (paperWidth, paperHeight) = paperSize
    // Half a millimetre of grace: makers round.
    guard left + Double(columns - 1) * pitchX + width <= paperWidth + 0.5,
      top + Double(rows - 1) * pitchY + height <= paperHeight + 0.5
    else { return "the labels reach beyond the paper" }
    return nil
  }
}
