/// A message of a source.
package enum FrameEvent: Sendable, Equatable {
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
