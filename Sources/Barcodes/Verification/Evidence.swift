/// The evidence of a profile for a reading.
struct Evidence {
  /// The part of the brightness's changes that the reading explains, 0 to 1.
  var fit: Float
  /// By how much the brightness speaks for the read sign rather than for its best rival, in nats, in the weakest cell;
  /// negative where a rival fits better.
  var weakest: Float
  /// The same in the cell that is the weakest but one.
  var second: Float
  /// The blur that was found, as the half width of an edge's ramp, in modules.
  var ramp: Float
  /// The number of damaged cells, which show neither the read character nor another one: they give no evidence.
  var damaged: Int
}
