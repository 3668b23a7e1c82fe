internal import Glibc

/// Waits for SIGTERM, SIGINT or SIGHUP, from the moment it is made. A program makes one, before anything that has to
/// be stopped in order.
package struct StopRequest: Sendable {
  private let reading: Int32

  /// Takes the three signals over (`sigaction`). SIGPIPE is ignored from now on: a peer that closes is an error of the
  /// write, not the end of the program.
  package init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe for the stop signals: error \(errno)")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    stopWriteEnd = ends[1]
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, noteStop) }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns when the program shall stop.
  package func wait() {
    var byte: UInt8 = 0
    // EINTR is the signal itself; then the byte is there.
    while read(reading, &byte, 1) < 0 && errno == EINTR {}
  }
}

/// Where the handler writes. Set once, before the handler can run; a handler may touch nothing that has a lock.
nonisolated(unsafe) private var stopWriteEnd: Int32 = -1

/// write(2) is one of the few calls that a handler may make (signal-safety(7)).
private func noteStop(_ number: Int32) {
  let saved = errno
  var byte: UInt8 = 1
  _ = write(stopWriteEnd, &byte, 1)
  errno = saved
}
