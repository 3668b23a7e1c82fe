/// The evidence of one line.
struct LineProof {
  /// By how much the likeliest rival is behind, in nats.
  var margin: Float
  /// The blur that was found.
  var ramp: Float

  /// A line that says the same as one that proved it.
  static let repeated = LineProof(margin: 0, ramp: 0)
}
