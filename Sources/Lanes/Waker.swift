internal import Glibc

/// Ends another thread's wait, by a pipe that its poll(2) watches.
package final class Waker: Sendable {
  /// Readable once the waker was used; for poll(2).
  package let descriptor: Int32
  private let far: Int32

  package init() {
    var ends: [Int32] = [0, 0]
    // Fails only when the process has no descriptors left, as it starts.
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

  /// Ends the wait that is going on, or the next one. May be called from any thread.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes as well.
    _ = write(far, &byte, 1)
  }

  /// Forgets that it was used.
  package func rest() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
