/// What is wrong with the camera just now. The words that set each stand in `Word`.
struct Faults {
  /// So many frames to come are marked as damaged.
  var errors = 0
  /// So many frames to come end half way, unmarked.
  var shorts = 0
  /// So many frames to come end after so many bytes, unmarked.
  var cuts = 0
  var cutLength = 0
  /// So many frames after each STREAMON hold something else, of a length that may be right.
  var junk = 0
  /// So many frames after each STREAMON show what lay there before, and were taken ten seconds ago.
  var stale = 0
  var isStalled = false
  var refusesInactive = false
  var isBusy = false
  var isDenied = false
  /// DQBUF fails with EIO until STREAMOFF, as after a fatal error of the hardware.
  var isBroken = false
  /// Frames of more bytes have no room on the bus: STREAMON fails with ENOSPC. 0 for no limit.
  var bandwidth = 0
  var lies: [Lie: UInt32] = [:]
  /// The size of compressed frames, whatever the format says; nil as it says.
  var resized: FrameSize?

  /// What the camera can say untruly, each replaced by a number.
  enum Lie: String {
    case bytesperline, sizeimage, bytesused
  }
}
