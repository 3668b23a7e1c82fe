internal import Glibc

/// A pipe that ends another thread's wait in poll(2).
package final class Waker: Sendable {
  /// The descriptor for poll(2). It is readable after `wake`.
  package let descriptor: Int32
  private let far: Int32

  package init() {
    var ends: [Int32] = [0, 0]
    // This fails only if the process has no descriptors left at its start.
    precondition(pipe(&ends) == 0, "pipe(2) failed with \(errno)")
    (descriptor, far) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(far)
  }

  /// Ends the current wait, or the next one. Can be called on any thread.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes the thread as well.
    _ = write(far, &byte, 1)
  }

  /// Resets the waker by emptying the pipe.
  package func rest() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
