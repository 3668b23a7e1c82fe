internal import Glibc

/// Our claim on a serial line, so that no second program writes into our talk with the chip.
///
/// libnfc marks a line as taken in a bit that glibc strips, so two of its programs disturb each other at once. We lock
/// the line with flock(2), which every polite program respects, and then set it exclusive (TIOCEXCL, ioctl_tty(2)), which
/// all others but the administrator's must.
final class PortLock {
  private let file: Int32
  private let path: String
  private var isExclusive = false

  /// - Throws: `absent`, `denied`, `notSerial` or `busy`.
  init(_ path: String) throws(TagError) {
    let file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENXIO, ENODEV, EIO, ENOTDIR, ELOOP: throw .absent(path)
      case EACCES, EPERM: throw .denied(path)
      case EBUSY: throw .busy(path, holder: PortHolder.find(path))
      case let code: throw .system("open(\(path))", errno: code)
      }
    }
    guard isatty(file) == 1 else {
      close(file)
      throw .notSerial(path)
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw .busy(path, holder: PortHolder.find(path))
    }
    self.file = file
    self.path = path
  }

  deinit {
    // The mark belongs to the line, not to our descriptor.
    if isExclusive { _ = ioctl(file, UInt(TIOCNXCL)) }
    close(file)
  }

  /// Keeps others from opening the line from now on; called once libnfc has it open.
  func makeExclusive() {
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    // A pseudo-terminal keeps the mark when its holder dies, and would lock out whoever comes after: there the lock
    // alone must do. Majors 136 to 143 are UNIX 98 pseudo-terminals (devices.txt of Linux).
    let major = Int((status.st_rdev >> 8) & 0xFFF)
    guard !(136...143).contains(major) else { return }
    isExclusive = ioctl(file, UInt(TIOCEXCL)) == 0
  }

  /// Whether the device behind the line went away: hung up, or its path gone or leading elsewhere.
  var isGone: Bool {
    var here = stat()
    var there = stat()
    guard fstat(file, &here) == 0, stat(path, &there) == 0, here.st_rdev == there.st_rdev else { return true }
    var ready = pollfd(fd: file, events: 0, revents: 0)
    return poll(&ready, 1, 0) > 0 && Int32(ready.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }
}
