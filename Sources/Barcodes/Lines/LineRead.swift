internal import Deadwax

/// A code that was decoded on one scan line.
struct LineRead {
  var symbology: Symbology
  var bytes: [UInt8]
  /// The index of the last edge that was passed to the decoder when it reported the code: the code's own last edge, or
  /// one soon after it.
  var lastEdge: Int
}
