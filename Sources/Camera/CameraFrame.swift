package import Imaging

/// A frame, and the time at which it was captured.
package struct CameraFrame: Sendable, Equatable {
  package let luma: LumaFrame
  package let at: ContinuousClock.Instant
  /// A number that counts up. A frame that repeats the picture before it has the same number.
  package let number: Int
  /// The file that the frame was read from; nil for a camera's frame.
  package let name: String?

  package init(luma: LumaFrame, at: ContinuousClock.Instant, number: Int, name: String? = nil) {
    self.luma = luma
    self.at = at
    self.number = number
    self.name = name
  }
}
