import LabelDrawing

/// Label papers of several shapes, for tests.
enum TestLayouts {
  static let sheet = LabelLayout(
    id: "sheet", name: "3 × 8", paper: .a4, columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.5, pitchX: 70,
    pitchY: 37, insetX: 4.5, insetY: 4.5)
  static let mini = LabelLayout(
    id: "mini", name: "mini", paper: .a4, columns: 7, rows: 27, width: 25.4, height: 10, left: 8.6, top: 13.5,
    pitchX: 27.9, pitchY: 10, insetX: 0.6, insetY: 0.5)
  static let letter = LabelLayout(
    id: "letter", name: "letter", paper: .letter, columns: 3, rows: 10, width: 66.675, height: 25.4, left: 4.7625,
    top: 12.7, pitchX: 69.85, pitchY: 25.4, insetX: 1.6, insetY: 1.6)
  static let roll = LabelLayout(
    id: "roll", name: "roll", paper: .roll, width: 62, height: 29, insetX: 1.6, insetY: 3.1)
  /// A label that is higher than wide: the words are below the square.
  static let narrow = LabelLayout(
    id: "narrow", name: "narrow", paper: .roll, width: 20, height: 40, insetX: 1, insetY: 1)

  static let all = [sheet, mini, letter, roll, narrow]
}
