/// A label paper. Lengths are in millimetres, to four decimal places, which lengths in inches need.
package struct LabelLayoutResource: Codable, Sendable {
  package var id: String
  package var name: String
  package var paper: String
  /// The number of labels beside each other on a sheet.
  package var columns: Int
  /// The number of labels below each other on a sheet.
  package var rows: Int
  package var width, height: Double
  package var left, top: Double
  package var pitchX, pitchY: Double
  package var insetX, insetY: Double
  package var paperWidth, paperHeight: Double
  package var isRoll: Bool

  /// Two lengths: across and down.
  package typealias Lengths = (across: Double, down: Double)

  /// - Parameters:
  ///   - names: the id, the name, and the name of the paper.
  ///   - grid: the number of columns and rows.
  ///   - label: the size of a label.
  ///   - corner: the distance of the first label from the corner of the paper.
  ///   - pitch: the distance from one label to the next.
  ///   - inset: the margin inside a label.
  ///   - sheet: the size of the paper, and whether it is a roll.
  package init(
    names: (id: String, name: String, paper: String), grid: (columns: Int, rows: Int), label: Lengths,
    corner: Lengths, pitch: Lengths, inset: Lengths, sheet: (size: Lengths, isRoll: Bool)
  ) {
    func rounded(_ lengths: Lengths) -> (Double, Double) {
      ((lengths.across * 10_000).rounded() / 10_000, (lengths.down * 10_000).rounded() / 10_000)
    }
    (id, name, paper) = names
    (columns, rows) = grid
    (width, height) = rounded(label)
    (left, top) = rounded(corner)
    (pitchX, pitchY) = rounded(pitch)
    (insetX, insetY) = rounded(inset)
    (paperWidth, paperHeight) = rounded(sheet.size)
    isRoll = sheet.isRoll
  }
}
