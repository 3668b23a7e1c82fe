internal import Glibc

/// A pipe that wakes a thread from poll(2).
final class WakePipe: Sendable {
  /// The descriptor to poll; it is readable after `ring`.
  let file: Int32
  private let writer: Int32

  init() throws(ChipError) {
    var files: [Int32] = [-1, -1]
    guard pipe(&files) == 0 else { throw .call("pipe", errno: errno) }
    // pipe2(2) is a GNU extension that Swift's Glibc module does not export.
    for file in files {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
    }
    (file, writer) = (files[0], files[1])
  }

  deinit {
    close(file)
    close(writer)
  }

  func ring() {
    var byte: UInt8 = 1
    // If the pipe is full, it is readable already.
    _ = write(writer, &byte, 1)
  }

  /// Empties the pipe.
  func answer() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(file, &bytes, bytes.count) == bytes.count {}
  }
}
