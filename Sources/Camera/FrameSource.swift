package import Imaging
package import Lanes

/// Where frames come from: one device, or what stands for one.
///
/// Each kind has its folder: `Pictures` for picture files, `V4L2` for cameras. A source is used by one thread, which
/// may block in it; only `waker` may be touched by others.
package protocol FrameSource: AnyObject {
  /// What people call it: a device's name, a folder.
  var device: String { get }
  /// Ends a wait from another thread.
  var waker: Waker { get }
  /// Whether frames may be left out, because nothing moves: about every second one, to save the work of making them.
  var isResting: Bool { get set }

  /// Waits for the next thing to know.
  ///
  /// Opening, and opening again after a loss, is the source's own affair: it is told as states.
  ///
  /// - Parameter deadline: when to give up.
  /// - Returns: nil at the deadline, or when woken.
  func next(until deadline: ContinuousClock.Instant) -> Sight?
}

/// What a source has to tell.
package enum Sight: Sendable, Equatable {
  case frame(CameraFrame)
  /// What was before the camera is surely gone. A real camera cannot know; a folder of pictures does.
  case cleared
  /// A frame that could not be had; the source goes on.
  case skipped(name: String, reason: String)
  /// So many frames came damaged and were left out, as happens with any camera; why the last of them was.
  case damaged(frames: Int, reason: String)
  case state(SourceState)
  /// Something for the log.
  case noted(String)
}

/// A frame, and when it was taken.
package struct CameraFrame: Sendable, Equatable {
  package let luma: LumaFrame
  package let at: ContinuousClock.Instant
  /// Counts up; a frame that shows again what was shown before has the same number.
  package let number: Int
  /// The file it came from; nil for a camera's.
  package let name: String?

  package init(luma: LumaFrame, at: ContinuousClock.Instant, number: Int, name: String? = nil) {
    self.luma = luma
    self.at = at
    self.number = number
    self.name = name
  }
}

/// How a source is.
package enum SourceState: Sendable, Equatable {
  case ready
  /// It is being opened, and may be ready soon.
  case opening
  /// It is there and sends nothing that can be used: why, and what to do, each in one sentence.
  case stalled(reason: String, hint: String)
  /// It is not there, or cannot be used now: why, and what to do, each in one sentence.
  case absent(reason: String, hint: String)
}
