internal import Glibc
internal import Lanes

/// A pseudo-terminal in raw mode, of which we hold both ends: the master to speak, the slave so that the line stays up
/// while no host has it open.
final class PseudoTerminal: Sendable {
  /// Non-blocking.
  let master: Int32
  private let slave: Int32
  private let isClosed = Guarded(false)
  /// `/dev/pts/N`: what a host opens.
  let path: String

  /// - Throws: `ChipError.call` when the system has no pseudo-terminals to give.
  init() throws(ChipError) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard master >= 0 else { throw .call("open(/dev/ptmx)", errno: errno) }
    var number: Int32 = 0
    var locked: Int32 = 0
    // Glibc's grantpt(3) and its kin are X/Open functions that Swift's module does not show; these are the requests
    // they are made of (ioctl_tty(2)).
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

  /// Hangs up: whoever has the line open gets errors from now on. Once is enough.
  func close() {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    Glibc.close(slave)
    Glibc.close(master)
  }

  /// What the host has set its end to, in bits a second; 0 for a speed the chip does not know.
  var speed: Int {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return 0 }
    return speeds[cfgetospeed(&settings)] ?? 0
  }

  /// What the host sent, at most 4096 bytes at a time; empty when there is nothing.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, Glibc.read(master, buffer.baseAddress, buffer.count))
    }
  }

  /// Sends bytes. What a host that does not read leaves no room for is lost, as on any line without flow control.
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
