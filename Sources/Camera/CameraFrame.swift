package import Imaging

/// A frame, and the time at which it was captured.
package struct CameraFrame: Sendable, Equatable {
  package let luma: LumaFrame
  package let at: ContinuousClock.Instant
  /// A number that counts up. A frame that repeats the picture before it has the same number.
  package let number: Int
  /// The file that the frame was read from; nil for a camera's frame.
  package var name: String?
}
