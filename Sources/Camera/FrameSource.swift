package import Imaging
package import Lanes

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
  func next(until deadline: ContinuousClock.Instant) -> Sight?
}

/// A message of a source.
package enum Sight: Sendable, Equatable {
  case frame(CameraFrame)
  /// The subject has surely left the view. A real camera cannot know this; a folder of pictures can.
  case cleared
  /// A frame that could not be read. The source continues.
  case skipped(name: String, reason: String)
  /// Damaged frames were skipped, as happens with any camera: their number, and the reason for the last.
  case damaged(frames: Int, reason: String)
  case state(SourceState)
  /// A sentence for the log.
  case noted(String)
}

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

/// The state of a source.
package enum SourceState: Sendable, Equatable {
  case ready
  /// The source is being opened, and may be ready soon.
  case opening
  /// The source is present and sends nothing usable. The reason and the remedy are one sentence each.
  case stalled(reason: String, hint: String)
  /// The source is absent or cannot be used now. The reason and the remedy are one sentence each.
  case absent(reason: String, hint: String)
}
