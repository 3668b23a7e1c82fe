internal import LabelDrawing

/// A label paper. Lengths are in millimetres, to four decimal places, which lengths in inches need.
struct LabelLayoutResource: Codable, Sendable {
  private var id: String
  private var name: String
  private var paper: String
  private var columns: Int
  private var rows: Int
  private var width, height: Double
  private var left, top: Double
  private var pitchX, pitchY: Double
  private var insetX, insetY: Double
  private var paperWidth, paperHeight: Double
  private var isRoll: Bool

  init(_ layout: LabelLayout) {
    func rounded(_ length: Double) -> Double { (length * 10_000).rounded() / 10_000 }
    id = layout.id
    name = layout.name
    paper = layout.paperName
    (columns, rows) = (layout.columns, layout.rows)
    (width, height) = (rounded(layout.width), rounded(layout.height))
    (left, top) = (rounded(layout.left), rounded(layout.top))
    (pitchX, pitchY) = (rounded(layout.pitchX), rounded(layout.pitchY))
    (insetX, insetY) = (rounded(layout.insetX), rounded(layout.insetY))
    (paperWidth, paperHeight) = (rounded(layout.paperSize.width), rounded(layout.paperSize.height))
    isRoll = layout.isRoll
  }
}
