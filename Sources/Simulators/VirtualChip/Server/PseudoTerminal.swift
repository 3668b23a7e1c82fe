internal import Glibc
internal import Threads

/// A pseudo-terminal in raw mode. This process holds both ends: the master for the data, and the slave so that the line
/// stays up while no host has it open.
final class PseudoTerminal: Sendable {
  /// The descriptor of the master, non-blocking.
  let master: Int32
  private let slave: Int32
  private let isClosed = Locked(false)
  /// The path for hosts, `/dev/pts/N`.
  let path: String

  /// Opens a pseudo-terminal.
  ///
  /// - Throws: `ChipError.call` if the system provides no pseudo-terminal.
  init() throws(ChipError) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard master >= 0 else { throw .call("open(/dev/ptmx)", errno: errno) }
    var number: Int32 = 0
    var locked: Int32 = 0
    // grantpt(3) and related functions are X/Open functions that Swift's Glibc module does not export. These are the
    // requests of which they consist (ioctl_tty(2)).
    guard ioctl(master, getNumber, &number) == 0, ioctl(master, setLock, &locked) == 0 else {
      let code = errno
      Glibc.close(master)
      throw .call("ioctl(TIOCGPTN)", errno: code)
    }
    let path = "/dev/pts/\(number)"
    let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else {
      let code = errno
      Glibc.close(master)
      throw .call("open(\(path))", errno: code)
    }
    var settings = termios()
    tcgetattr(slave, &settings)
    cfmakeraw(&settings)
    cfsetspeed(&settings, speed_t(B115200))
    tcsetattr(slave, TCSANOW, &settings)
    self.master = master
    self.slave = slave
    self.path = path
  }

  deinit { close() }

  /// Hangs up: hosts with the line open receive errors from now on. Repeated calls have no effect.
  func close() {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    Glibc.close(slave)
    Glibc.close(master)
  }

  /// The host's baud rate in bits per second; 0 for a rate the chip does not support.
  var speed: Int {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return 0 }
    return speeds[cfgetospeed(&settings)] ?? 0
  }

  /// Returns the bytes from the host, at most 4096 at a time; empty if there are none.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, Glibc.read(master, buffer.baseAddress, buffer.count))
    }
  }

  /// Sends bytes. Bytes that do not fit in the buffer of a host that does not read are lost, as on any line without
  /// flow control.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

private let getNumber: UInt = 0x8004_5430
private let setLock: UInt = 0x4004_5431

private let speeds: [speed_t: Int] = [
  speed_t(B9600): 9600, speed_t(B19200): 19200, speed_t(B38400): 38400, speed_t(B57600): 57600,
  speed_t(B115200): 115_200, speed_t(B230400): 230_400, speed_t(B460800): 460_800, speed_t(B921600): 921_600,
]
