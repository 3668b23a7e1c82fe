/// A tone within a sound.
struct Note: Hashable, Sendable {
  enum Wave: Hashable, Sendable { case sine, triangle, sawtooth, square }

  /// The offset from the start of the sound, in seconds.
  let start: Double
  /// The duration in seconds.
  let length: Double
  /// The pitch in hertz.
  let pitch: Double
  let wave: Wave
}
