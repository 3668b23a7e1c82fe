internal import Glibc

/// A persistent connection to a hub, for one request after another.
struct PersistentConnection {
  /// The peer has closed the connection.
  struct Ended: Error {}

  let file: Int32
  private(set) var sentAt: Double = 0
  private var received: [UInt8] = []

  /// - Returns: nil if no program listens on the port of this machine.
  init?(port: Int) {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard file >= 0 else { return nil }
    var one: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(file)
      return nil
    }
    self.file = file
  }

  func end() { close(file) }

  /// Sends a request, and records the time.
  mutating func send(_ bytes: [UInt8]) {
    sentAt = seconds()
    _ = bytes.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Reads the available bytes, and returns the response once it is complete; nil until then.
  mutating func receive() throws(Ended) -> [UInt8]? {
    let got = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer -> Int in
      let got = recv(file, buffer.baseAddress, buffer.count, 0)
      if got > 0 { received += buffer[..<got] }
      return got
    }
    guard got > 0 else { throw Ended() }
    guard isWhole else { return nil }
    let answer = received
    received.removeAll(keepingCapacity: true)
    return answer
  }

  /// True if a response with a Content-Length is complete.
  private var isWhole: Bool {
    guard let head = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self).lowercased()
    guard let field = lines.firstRange(of: "content-length: ") else { return false }
    let digits = lines[field.upperBound...].prefix { $0.isNumber }
    return received.count - head.upperBound >= Int(digits) ?? 0
  }
}
