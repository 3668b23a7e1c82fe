/// One way to cut a place into lines and to find edges on them.
struct LinePass {
  var cut: Cut
  /// How much of the difference from the mean about a sample is added to it; 0 leaves the line as it is.
  var sharpening: Float = 0
  /// How far the mean about a sample reaches on each side, in pixels.
  var radius: Float = 1
  var rule = EdgeFinder.Rule.middle
  /// Whether digits are matched with the brightness itself, not only edges read.
  var isMatched = false
  /// Whether the direction of the bars is found again first, more exactly than their gradients tell it.
  var isTurned = false
  /// Whether bars are lighter than the spaces between.
  var isInverted = false

  /// What every place is read with. The mean over nine pixels along the bars takes noise down to a third, and two
  /// samples a pixel let edges be found between pixels.
  static let first = LinePass(cut: Cut(lines: 12, scale: 2, mean: 9))

  /// What is tried on places that were not read, the most promising first.
  static let heavier = [
    LinePass(cut: Cut(lines: 5, scale: 2, mean: 9), isMatched: true),
    LinePass(cut: Cut(lines: 16, scale: 2, mean: 9), rule: .steepest),
    LinePass(cut: Cut(lines: 5, scale: 2, mean: 9), isMatched: true, isTurned: true),
    // Out of focus: what a bar lost to its neighbours is given back.
    LinePass(cut: Cut(lines: 16, scale: 2, mean: 5), sharpening: 1.5, radius: 5),
    LinePass(cut: Cut(lines: 16, scale: 3, mean: 5), sharpening: 2, radius: 1),
    // Curved paper: a mean along straight bars would blur bent ones.
    LinePass(cut: Cut(lines: 24, scale: 1, mean: 1)),
    LinePass(cut: Cut(lines: 16, scale: 2, mean: 9), isInverted: true),
    LinePass(cut: Cut(lines: 16, scale: 2, mean: 5), sharpening: 1.5, radius: 1),
    LinePass(cut: Cut(lines: 24, scale: 2, mean: 2), rule: .steepest),
  ]
}
