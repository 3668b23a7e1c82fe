internal import Glibc
internal import Threads

/// A listener on 127.0.0.1 whose behaviour is a function over raw bytes, so that it can simulate any server error.
package final class RawServer: Sendable {
  /// The port it listens on.
  package let port: Int
  private let socket: CInt
  private let state = Monitor((accepted: 0, open: Set<CInt>()))

  /// The address it listens on, without a slash at its end.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The number of connections so far.
  package var accepted: Int { state.read(\.accepted) }

  /// - Parameters:
  ///   - accepts: false to leave every connection in the kernel's queue, which has space for one.
  ///   - script: a function that runs on a lane of its own for each connection, which is closed afterwards.
  /// - Throws: an error if no socket is available.
  package init(accepts: Bool = true, _ script: @escaping @Sendable (RawConnection) -> Void = { _ in }) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && listen(socket, accepts ? 128 : 0) == 0
          && getsockname(socket, pointer, &length) == 0
      }
    }
    guard bound else { throw RawServerError.noSocket(errno) }
    self.socket = socket
    port = Int(UInt16(bigEndian: address.sin_port))
    guard accepts else { return }
    let state = state
    _ = DedicatedThread("raw server") {
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { break }
        state.update {
          $0.accepted += 1
          $0.open.insert(connection)
        }
        _ = DedicatedThread("raw connection") {
          script(RawConnection(connection))
          state.update {
            $0.open.remove(connection)
            close(connection)
          }
        }
      }
      close(socket)
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    // Wakes scripts that still read or wait in a write.
    state.update { for connection in $0.open { shutdown(connection, Int32(SHUT_RDWR)) } }
  }
}

/// The reason a server did not start.
package enum RawServerError: Error {
  /// There is no socket; the error number of the system.
  case noSocket(CInt)
}

/// The server's end of one connection.
package struct RawConnection: Sendable {
  private let socket: CInt

  init(_ socket: CInt) { self.socket = socket }

  /// Reads up to the end of the headers and the announced length of the body; nil if the client has disconnected.
  package func request() -> String? {
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let announced = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
        if bytes.count >= end + (announced ?? 0) { return String(decoding: bytes, as: UTF8.self) }
      }
      guard let more = read(), !more.isEmpty else { return nil }
      bytes += more
    }
  }

  /// Returns the next bytes; nil if the client has disconnected.
  package func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  /// Waits until the client has disconnected.
  package func waitForEnd() { while read() != nil {} }

  /// Writes bytes; false if the client has disconnected.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes a text in UTF-8; false if the client has disconnected.
  @discardableResult
  package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes a complete response with a length.
  @discardableResult
  package func answer(_ status: Int = 200, _ headers: String = "", _ body: String = "") -> Bool {
    write("HTTP/1.1 \(status) Reason\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }
}
