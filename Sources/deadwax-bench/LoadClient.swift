internal import Glibc

/// Sends HTTP requests over several kept connections from one thread, each as soon as the answer before it is there.
struct LoadClient {
  let port: Int
  let connections: Int

  struct Result {
    var requests: Int
    var seconds: Double
    /// Each request's time from first byte sent to the end of its answer, in milliseconds, sorted.
    var milliseconds: [Double]
    /// Answers with another status than expected.
    var unexpected: Int

    var perSecond: Double { Double(requests) / seconds }

    func percentile(_ share: Double) -> Double {
      milliseconds.isEmpty ? .nan : milliseconds[min(milliseconds.count - 1, Int(share * Double(milliseconds.count)))]
    }
  }

  /// One kept connection with what it waits for.
  private struct Connection {
    var file: Int32
    var sentAt: Double
    var received: [UInt8] = []
  }

  /// Sends so many requests in all; `request` gives the bytes of the n-th, and each answer must begin with `status`, as
  /// `HTTP/1.1 201`.
  func run(_ count: Int, expecting status: String, request: (Int) -> [UInt8]) -> Result {
    var open: [Connection] = []
    for _ in 0..<connections {
      guard let file = connect() else { break }
      open.append(Connection(file: file, sentAt: 0))
    }
    defer { for connection in open { close(connection.file) } }
    var sent = 0
    var times: [Double] = []
    times.reserveCapacity(count)
    var unexpected = 0
    let expected = Array(status.utf8)
    let start = seconds()
    for index in open.indices where sent < count {
      send(request(sent), to: &open[index])
      sent += 1
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while times.count + unexpected < count {
      var waiting = open.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { break }
      for index in open.indices where waiting[index].revents != 0 {
        let got = recv(open[index].file, &buffer, buffer.count, 0)
        guard got > 0 else {
          return Result(
            requests: times.count, seconds: seconds() - start, milliseconds: times.sorted(),
            unexpected: count - times.count)
        }
        open[index].received += buffer[..<got]
        guard isWhole(open[index].received) else { continue }
        if open[index].received.starts(with: expected) {
          times.append((seconds() - open[index].sentAt) * 1000)
        } else {
          unexpected += 1
        }
        open[index].received.removeAll(keepingCapacity: true)
        if sent < count {
          send(request(sent), to: &open[index])
          sent += 1
        }
      }
    }
    return Result(
      requests: times.count, seconds: seconds() - start, milliseconds: times.sorted(), unexpected: unexpected)
  }

  private func connect() -> Int32? {
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
        Glibc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(file)
      return nil
    }
    return file
  }

  private func send(_ bytes: [UInt8], to connection: inout Connection) {
    connection.sentAt = seconds()
    _ = bytes.withUnsafeBytes { Glibc.send(connection.file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Whether an answer with a Content-Length is there to its end.
  private func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
    guard let field = lines.firstRange(of: "content-length: ") else { return false }
    let digits = lines[field.upperBound...].prefix { $0.isNumber }
    return bytes.count - head.upperBound >= Int(digits) ?? 0
  }
}

/// The monotonic clock.
func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
