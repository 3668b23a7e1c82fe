internal import LabelDrawing

/// The common letter height of a job's labels, so that the labels of one sheet look alike.
enum CommonText {
  /// Returns the largest letter height that fits on all labels.
  ///
  /// - Parameters:
  ///   - contents: the contents of all labels.
  ///   - grid: the printer's pixels and the label's size.
  ///   - moduleSize: the common width of the modules.
  /// - Returns: the height in millimetres; nil if there are no words.
  /// - Throws: `LabelError.undrawable`, or `.tooSmall` if a symbol does not fit.
  static func size(for contents: [LabelContent], on grid: PrintGrid, moduleSize: Int) throws(LabelError) -> Double? {
    var least: Double?
    for content in contents {
      guard let size = try LabelFace(content, on: grid, moduleSize: moduleSize, textSize: nil).textSize else {
        continue
      }
      least = min(least ?? size, size)
    }
    return least
  }
}
