import Glibc
import VirtualChip

/// A host that speaks to the chip byte by byte, without libnfc.
final class RawHost {
  enum Failure: Error { case open(errno: Int32), silence }

  private let file: Int32
  /// Held, so that the chip lives as long as its host.
  private let chip: VirtualChip?
  private var scanner = FrameScanner()

  convenience init(_ chip: VirtualChip) throws { try self.init(chip.path ?? "", chip: chip) }

  init(_ path: String, chip: VirtualChip? = nil) throws {
    self.chip = chip
    file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Failure.open(errno: errno) }
    set(speed: speed_t(B115200))
  }

  deinit { close(file) }

  func set(speed: speed_t) {
    var settings = termios()
    tcgetattr(file, &settings)
    cfmakeraw(&settings)
    cfsetspeed(&settings, speed)
    tcsetattr(file, TCSANOW, &settings)
  }

  func send(_ bytes: [UInt8]) { _ = write(file, bytes, bytes.count) }

  func send(_ frame: HSUFrame) { send(frame.bytes) }

  /// Sends what wakes a sleeping chip.
  func wake() { send([0x55, 0x55, 0x00, 0x00, 0x00, 0x00]) }

  /// The next frame; nil when none came in time.
  func receive(within milliseconds: Int32 = 2000) -> HSUFrame? {
    while true {
      if let frame = scanner.next() { return frame }
      var files = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&files, 1, milliseconds) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { return nil }
      scanner.append(bytes[..<count])
    }
  }

  /// All bytes that come until none came for so many milliseconds.
  func raw(quietFor milliseconds: Int32) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      var files = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&files, 1, milliseconds) > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { break }
      all += bytes[..<count]
    }
    scanner.reset()
    return all
  }

  /// Sends a command, and returns what comes behind its acknowledgement and answer code.
  func ask(_ command: UInt8, _ arguments: [UInt8] = []) throws -> [UInt8] {
    send(.packet(direction: HSUFrame.toChip, body: [command] + arguments))
    guard receive() == .acknowledge, case .packet(HSUFrame.toHost, let body) = receive(), body.first == command &+ 1
    else {
      throw Failure.silence
    }
    return Array(body.dropFirst())
  }

  /// Wakes the chip and makes it give up looking for cards after three calls.
  func begin() throws {
    wake()
    _ = try ask(0x14, [0x01])
    _ = try ask(0x32, [0x05, 0x00, 0x01, 0x02])
    _ = try ask(0x32, [0x01, 0x01])
  }
}
