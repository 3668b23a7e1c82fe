/// The current faults of the camera. `Word` documents the command for each.
struct Faults {
  /// The number of next frames that are marked as damaged.
  var errors = 0
  /// The number of next frames that end half way, without a mark.
  var shorts = 0
  /// The number of next frames that end after `cutLength` bytes, without a mark.
  var cuts = 0
  var cutLength = 0
  /// The number of frames after each STREAMON that hold other data, possibly of the right length.
  var junk = 0
  /// The number of frames after each STREAMON that show the previous scene, with a timestamp ten seconds ago.
  var stale = 0
  var isStalled = false
  var refusesInactive = false
  var isBusy = false
  var isDenied = false
  /// True if DQBUF fails with EIO until STREAMOFF, as after a fatal hardware error.
  var isBroken = false
  /// The bus limit in bytes per frame: STREAMON fails with ENOSPC for larger frames. 0 for no limit.
  var bandwidth = 0
  var lies: [Lie: UInt32] = [:]
  /// The actual size of compressed frames, if it differs from the format's; nil if it does not.
  var resized: FrameSize?

  /// A value that the camera misreports, replaced by a number.
  enum Lie: String {
    case bytesperline, sizeimage, bytesused
  }
}
