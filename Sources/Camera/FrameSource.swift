package import Threads

/// A source of frames: one device, or a substitute for one.
///
/// Each kind has its folder: `Pictures` for picture files, `V4L2` for cameras. One thread uses a source, and may block
/// in it. Only `waker` may be used by other threads.
package protocol FrameSource: AnyObject {
  /// The name displayed to users: a device's name or a folder.
  var device: String { get }
  /// Ends a wait from another thread.
  var waker: Waker { get }
  /// True if the source may skip frames because nothing moves. It then skips about every second one, to save work.
  var isResting: Bool { get set }

  /// Waits for the next sight.
  ///
  /// The source opens its device and reopens it after a loss by itself. It reports both as states.
  ///
  /// - Parameter deadline: the time at which the wait ends.
  /// - Returns: the next sight; nil at the deadline, or when `waker` ended the wait.
  func next(until deadline: ContinuousClock.Instant) -> FrameEvent?
}
