/// A way to cut a place into lines and to find edges on them.
struct LinePass {
  var cut: StripParameters
  /// The share of the difference from the local mean that is added to a sample; 0 leaves the line unchanged.
  var sharpening: Float = 0
  /// The reach of the local mean on each side of a sample, in pixels.
  var radius: Float = 1
  var rule = EdgeFinder.Rule.middle
  /// True if digits are also matched with the brightness itself.
  var isMatched = false
  /// True if the direction of the bars is found again first, more exactly than from their gradients.
  var isTurned = false
  /// True if bars are lighter than the spaces between them.
  var isInverted = false

  /// The pass that every place is read with first. The mean over nine pixels along the bars reduces noise to a third,
  /// and two samples a pixel let edges be found between pixels.
  static let first = LinePass(cut: StripParameters(lines: 12, scale: 2, mean: 9))

  /// The lines on which a reading is judged if not all lines show it. They are so close and so thin that damage on a
  /// part of the height leaves some of them clean.
  var judging: StripParameters { StripParameters(lines: 32, scale: cut.scale, mean: min(cut.mean, 4)) }

  /// The passes for places that were not read, the most promising first.
  static let heavier = [
    LinePass(cut: StripParameters(lines: 5, scale: 2, mean: 9), isMatched: true),
    LinePass(cut: StripParameters(lines: 16, scale: 2, mean: 9), rule: .steepest),
    LinePass(cut: StripParameters(lines: 5, scale: 2, mean: 9), isMatched: true, isTurned: true),
    // Out of focus: what a bar lost to its neighbours is given back.
    LinePass(cut: StripParameters(lines: 16, scale: 2, mean: 5), sharpening: 1.5, radius: 5),
    LinePass(cut: StripParameters(lines: 16, scale: 3, mean: 5), sharpening: 2, radius: 1),
    // Curved paper: a mean along straight bars would blur bent ones.
    LinePass(cut: StripParameters(lines: 24, scale: 1, mean: 1)),
    LinePass(cut: StripParameters(lines: 16, scale: 2, mean: 9), isInverted: true),
    LinePass(cut: StripParameters(lines: 16, scale: 2, mean: 5), sharpening: 1.5, radius: 1),
    LinePass(cut: StripParameters(lines: 24, scale: 2, mean: 2), rule: .steepest),
  ]
}
