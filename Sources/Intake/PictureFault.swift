/// The reason why a picture has no result.
package enum PictureFault: Error, Hashable, Sendable {
  /// It is not a picture, or it is damaged. The sentence describes the fault.
  case unreadable(String)
  /// It needs more memory or time than a picture may.
  case tooCostly
  /// The decoder cannot run. The text is for the log.
  case unavailable(String)
}
