import Glibc

/// A raw client: the bytes of the test are sent unchanged.
final class Client {
  struct Response: Equatable {
    var status: Int
    var headers: [String: String]
    var body: String
  }

  struct Fault: Error { let what: String }

  let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to the server on this machine; `patience` is the timeout of each read.
  init(port: Int, overIPv6: Bool = false, patience: Duration = .seconds(60)) throws {
    descriptor = socket(overIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Fault(what: "socket: \(errno)") }
    let (seconds, attoseconds) = patience.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    guard connect(port, overIPv6) == 0 else { throw Fault(what: "connect: \(errno)") }
  }

  private func connect(_ port: Int, _ overIPv6: Bool) -> Int32 {
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = UInt16(port).bigEndian
    six.sin6_addr = in6addr_loopback
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = UInt16(port).bigEndian
    four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    func connect<Address>(_ address: inout Address) -> Int32 {
      withUnsafePointer(to: &address) { pointer in
        UnsafeRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    return overIPv6 ? connect(&six) : connect(&four)
  }

  deinit { close(descriptor) }

  /// Sends the whole text; false if the other side has closed.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Returns the local port of a socket; nil if it is not an internet socket.
  static func localPort(of descriptor: Int32) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return Int(address.sin_port.bigEndian)
  }

  /// Shuts down the sending side.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads one response, by its Content-Length or its chunks.
  ///
  /// - Parameter hasBody: false for the response to a HEAD request.
  /// - Returns: the status, the header fields by lower-case name, and the body.
  /// - Throws: `Fault` if no response arrives.
  func response(hasBody: Bool = true) throws -> Response {
    var response = try head()
    if response.status == 100 { return response }
    guard hasBody, response.status != 204, response.status != 304 else { return response }
    if response.headers["transfer-encoding"] == "chunked" {
      while let chunk = try chunk() { response.body += chunk }
    } else if let length = response.headers["content-length"].flatMap({ Int($0) }) {
      response.body = try take(length)
    } else {
      while try more() {}
      response.body = try take(received.count)
    }
    return response
  }

  /// Reads the status line and the header fields.
  func head() throws -> Response {
    let head = try takeUntil("\r\n\r\n")
    var lines = head.split(separator: "\r\n").map(String.init)
    guard let first = lines.first, first.hasPrefix("HTTP/1."), let status = Int(first.dropFirst(9).prefix(3)) else {
      throw Fault(what: "no status line: \(head)")
    }
    lines.removeFirst()
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { throw Fault(what: "no colon: \(line)") }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return Response(status: status, headers: headers, body: "")
  }

  /// Reads one chunk of a chunked body; nil for the last.
  func chunk() throws -> String? {
    let line = try takeUntil("\r\n")
    guard let size = Int(line, radix: 16) else { throw Fault(what: "no chunk size: \(line)") }
    let chunk = try take(size)
    _ = try take(2)
    return size == 0 ? nil : chunk
  }

  /// Returns true if the other side has closed and nothing is left to read.
  func isClosed() throws -> Bool { try received.isEmpty && !more() }

  /// Returns true if the connection is closed within the time; false if nothing arrives in that time.
  func isClosed(within time: Duration) throws -> Bool {
    try received.isEmpty && isReadable(within: time, POLLIN) && !more()
  }

  private func isReadable(within time: Duration, _ events: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let (seconds, attoseconds) = time.components
    return poll(&entry, 1, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)) > 0
  }

  private func takeUntil(_ mark: String) throws -> String {
    let mark = Array(mark.utf8)
    var from = 0
    while true {
      if received.count >= mark.count {
        for at in from...(received.count - mark.count) where received[at] == mark[0] {
          if Array(received[at..<at + mark.count]) == mark {
            let text = String(decoding: received[..<at], as: UTF8.self)
            received.removeFirst(at + mark.count)
            return text
          }
        }
        from = received.count - mark.count + 1
      }
      guard try more() else {
        throw Fault(what: "closed after \(received.count) bytes: \(String(decoding: received, as: UTF8.self))")
      }
    }
  }

  /// Reads this number of bytes of a body.
  func take(_ count: Int) throws -> String {
    while received.count < count {
      guard try more() else { throw Fault(what: "closed within a body") }
    }
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  /// Reads the available bytes; false at the end.
  private func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Fault(what: "nothing came in time") }
    // A reset is an end too.
    guard count > 0 else { return false }
    received.append(contentsOf: buffer[..<count])
    return true
  }
}
