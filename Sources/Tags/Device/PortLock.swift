internal import Glibc

/// A lock on a serial line that prevents other programs from writing to the chip.
///
/// libnfc marks a line as in use in a bit that glibc strips, so two libnfc programs would disturb each other. This lock
/// uses flock(2), which cooperating programs respect. It then sets the line exclusive (TIOCEXCL, ioctl_tty(2)), which
/// applies to all programs except the administrator's.
final class PortLock {
  private let file: Int32
  private let path: String
  private var isExclusive = false

  /// Opens and locks the line.
  ///
  /// - Throws: `absent`, `denied`, `notSerial`, `busy`, or `system` for another error of open(2).
  init(_ path: String) throws(TagDeviceError) {
    let file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENXIO, ENODEV, EIO, ENOTDIR, ELOOP: throw .absent(path)
      case EACCES, EPERM: throw .denied(path)
      case EBUSY: throw .busy(path, holder: PortHolderSearch.find(path))
      case let code: throw .system("open(\(path))", errno: code)
      }
    }
    guard isatty(file) == 1 else {
      close(file)
      throw .notSerial(path)
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw .busy(path, holder: PortHolderSearch.find(path))
    }
    self.file = file
    self.path = path
  }

  deinit {
    // The exclusive mark belongs to the line, not to this descriptor.
    if isExclusive { _ = ioctl(file, UInt(TIOCNXCL)) }
    close(file)
  }

  /// Prevents others from opening the line from now on. Called after libnfc has opened it.
  func makeExclusive() {
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    // A pseudo-terminal retains the mark when its holder dies and would lock out the next program, so flock alone must
    // do there. Majors 136 to 143 are UNIX 98 pseudo-terminals (devices.txt of Linux).
    let major = Int((status.st_rdev >> 8) & 0xFFF)
    guard !(136...143).contains(major) else { return }
    isExclusive = ioctl(file, UInt(TIOCEXCL)) == 0
  }

  /// True if the device behind the line was removed: it hung up, or its path is gone or refers to another device.
  var isGone: Bool {
    var here = stat()
    var there = stat()
    guard fstat(file, &here) == 0, stat(path, &there) == 0, here.st_rdev == there.st_rdev else { return true }
    var ready = pollfd(fd: file, events: 0, revents: 0)
    return poll(&ready, 1, 0) > 0 && Int32(ready.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }
}
