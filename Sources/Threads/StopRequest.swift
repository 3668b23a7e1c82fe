internal import Glibc

/// A handler that waits for SIGTERM, SIGINT or SIGHUP from its creation on. A program creates one before anything that
/// needs an orderly shutdown.
package struct StopRequest: Sendable {
  private let reading: Int32

  /// Installs the handlers of the three signals (`signal(2)`) and ignores SIGPIPE from now on. A closed connection is
  /// then an error of the write and does not end the program.
  package init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe for the stop signals: error \(errno)")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    stopWriteEnd = ends[1]
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, noteStop) }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes `wait` return, as a signal does.
  package func request() {
    var byte: UInt8 = 1
    while write(stopWriteEnd, &byte, 1) < 0 && errno == EINTR {}
  }

  /// Returns when the program is to stop.
  package func wait() {
    var byte: UInt8 = 0
    // EINTR is caused by the signal itself; the byte is in the pipe then.
    while read(reading, &byte, 1) < 0 && errno == EINTR {}
  }
}

/// The descriptor to which the handler writes. Access without a lock is safe, since it is set once, before the handler
/// can run. A handler must not take locks.
nonisolated(unsafe) private var stopWriteEnd: Int32 = -1

/// The signal handler. `write(2)` is one of the few calls that a handler may make (signal-safety(7)).
private func noteStop(_ number: Int32) {
  let saved = errno
  var byte: UInt8 = 1
  _ = write(stopWriteEnd, &byte, 1)
  errno = saved
}
