/// A row of pixels across a reading.
struct PixelRow {
  /// The offset along the bars from the start of the walk, in pixels.
  var v: Float
  /// The position of the code on the row, in pixels.
  var alignment: Alignment
  /// The part of the brightness's changes that the reading explains.
  var fit: Float
  /// The votes of the cells; empty if the row shows the reading.
  var votes: [Verifier.Vote]
  /// By how much the row speaks for each character of each cell rather than for the read one, in nats.
  var gains: [Float]

  /// The content of a cell on a row.
  enum View: Equatable {
    /// The read character, whole.
    case own
    /// The character with an index, whole.
    case other(Int)
    /// Ink or light that is no whole character.
    case damaged
    /// Too little evidence for any character.
    case unclear
  }

  /// The evidence from which a row is for or against a character, in nats.
  private static let natsDecided: Float = 3

  /// Returns the content of a cell on the row.
  func view(of cell: Int) -> View {
    guard !votes.isEmpty else { return .own }
    let vote = votes[cell]
    if vote.isOwnWhole, vote.nats >= Self.natsDecided { return .own }
    if vote.isOtherWhole, vote.nats <= -Self.natsDecided { return .other(vote.other) }
    return vote.isOwnWhole ? .unclear : .damaged
  }

  /// The number of cells that show neither the read character nor another one whole.
  var undecided: Int {
    votes.indices.count { cell in
      switch view(of: cell) {
      case .own, .other: false
      case .damaged, .unclear: true
      }
    }
  }

  /// True if at least half of the cells show their own character.
  var showsCode: Bool { 2 * votes.indices.count { view(of: $0) == .own } >= votes.count }
}
