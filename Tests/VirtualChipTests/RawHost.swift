import Glibc
import VirtualChip

/// A host that communicates with the chip byte by byte, without libnfc.
final class RawHost {
  enum Failure: Error { case open(errno: Int32), silence }

  private let file: Int32
  /// A reference that extends the chip's lifetime to that of its host.
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

  /// Sends the bytes that wake a sleeping chip.
  func wake() { send([0x55, 0x55, 0x00, 0x00, 0x00, 0x00]) }

  /// Returns the next frame; nil if none arrives in time.
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

  /// Sends bytes and returns the chip's complete response to them, without that of later commands.
  ///
  /// The chip's immediate work is done when it has counted the command. A harmless command after it marks the end of
  /// its bytes.
  ///
  /// - Parameters:
  ///   - bytes: the frames.
  ///   - count: the number of commands in them.
  /// - Returns: all bytes up to the response to the marker.
  /// - Throws: `Failure.silence` if they do not arrive.
  func everything(after bytes: [UInt8], count: Int = 1) throws -> [UInt8] {
    guard let chip else { throw Failure.silence }
    let total = chip.statistics.total + count
    send(bytes)
    guard chip.wait(atMost: .seconds(60), until: { $0.total == total }) else { throw Failure.silence }
    wake()
    let (request, answer) = (HSUFrame.packet(direction: HSUFrame.toChip, body: [0x0C]), Self.pins)
    send(request)
    var all = try self.bytes { $0.suffix(answer.count) == answer[...] }
    all.removeLast(answer.count)
    scanner.reset()
    return all
  }

  /// The chip's response to ReadGPIO.
  private static let pins =
    HSUFrame.acknowledge.bytes + HSUFrame.packet(direction: HSUFrame.toHost, body: [0x0D, 0x3F, 0x06, 0x00]).bytes

  /// Reads until the bytes satisfy a condition.
  func bytes(within seconds: Int32 = 5, until isEnough: ([UInt8]) -> Bool) throws -> [UInt8] {
    var all: [UInt8] = []
    while !isEnough(all) {
      var files = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&files, 1, seconds * 1000) > 0 else { throw Failure.silence }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { throw Failure.silence }
      all += bytes[..<count]
    }
    return all
  }

  /// Sends a command, and returns the bytes after its acknowledgement and answer code.
  func request(_ command: UInt8, _ arguments: [UInt8] = []) throws -> [UInt8] {
    send(.packet(direction: HSUFrame.toChip, body: [command] + arguments))
    guard receive() == .acknowledge, case .packet(HSUFrame.toHost, let body) = receive(), body.first == command &+ 1
    else {
      throw Failure.silence
    }
    return Array(body.dropFirst())
  }

  /// Wakes the chip and limits its search for cards to three calls.
  func begin() throws {
    wake()
    _ = try request(0x14, [0x01])
    _ = try request(0x32, [0x05, 0x00, 0x01, 0x02])
    _ = try request(0x32, [0x01, 0x01])
  }
}
