/// The parameters by which strips are cut.
struct StripParameters {
  /// The maximum number of lines over the place's height; one line per pixel is enough.
  var lines: Int
  /// The number of samples per pixel.
  var scale: Float
  /// The maximum number of pixels along the bars that are averaged into a sample.
  var mean: Int
}
