/// Scan lines across a place's bars, each the mean of some pixels along them.
///
/// The buffer stays from strip to strip.
struct Strip {
  /// The lines' brightness, 0 to 255, one after the other.
  var samples: [Float] = []
  /// Samples in a line.
  var width = 0
  /// Lines.
  var count = 0
  /// Pixels from one sample to the next.
  var step: Float = 1
  /// The first sample's place across the bars, from the middle of the place, in pixels.
  var start: Float = 0
  /// From one line to the next along the bars, in pixels; the lines lie evenly about the middle.
  var spacing: Float = 0
  var place = BarPlace(x: 0, y: 0, alongX: 1, alongY: 0, length: 0, height: 0, energy: 0)

  /// Returns a line's offset along the bars, from the middle of the place, in pixels.
  func v(ofLine line: Int) -> Float { (Float(line) - Float(count - 1) / 2) * spacing }

  /// Returns a sample's offset across the bars, from the middle of the place, in pixels.
  func u(ofSample sample: Float) -> Float { start + sample * step }

  /// Makes light of dark.
  mutating func invert() {
    for index in 0..<width * count { samples[index] = 255 - samples[index] }
  }
}
