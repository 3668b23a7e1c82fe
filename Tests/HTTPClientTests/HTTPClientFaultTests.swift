import Glibc
import HTTPClient
import ServerTestSupport
import Testing
import Threads

/// Tests of all faults of servers, networks and callers, with the resulting errors.
@Suite(.timeLimit(.minutes(5)))
struct HTTPClientFaultTests {
  private let hasty = HTTPClient(
    userAgent: "t", connectTimeout: .milliseconds(200), timeout: .milliseconds(300), maximumBody: 1000)
  private let patient = HTTPClient(userAgent: "t", timeout: .seconds(30), maximumBody: 1000)

  private func get(_ url: String, _ client: HTTPClient? = nil) throws(HTTPClientError) -> HTTPClientResponse {
    try (client ?? patient).send(HTTPClientRequest(.get, url))
  }

  @Test func `a port without a listener is refused`() throws {
    // A bound port that does not listen stays reserved and refuses connections.
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    #expect(bound)
    let port = UInt16(bigEndian: address.sin_port)
    #expect(throws: HTTPClientError.refused) { try get("http://127.0.0.1:\(port)/") }
  }

  @Test func `a host without an address is unknown`() {
    // Longer than a DNS label may be: the resolver refuses it without a query.
    let host = String(repeating: "a", count: 70) + ".invalid"
    #expect(throws: HTTPClientError.unknownHost(host)) { try get("https://\(host)/") }
  }

  @Test func `a server with a full queue gives no connection in time`() throws {
    let server = try RawServer(accepts: false)
    // Fills the queue; later connections get no response.
    let clients = (0..<4).map { _ in Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0) }
    defer { for client in clients { close(client) } }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(server.port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    for client in clients {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    #expect(throws: HTTPClientError.timeout(.connecting)) { try get(server.url, hasty) }
  }

  @Test func `silence is not a response in time`() throws {
    let server = try RawServer { $0.waitForEnd() }
    #expect(throws: HTTPClientError.timeout(.answering)) { try get(server.url, hasty) }
  }

  @Test func `a response that trickles is too late`() throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
      while connection.write("a") { usleep(20_000) }
    }
    #expect(throws: HTTPClientError.timeout(.answering)) { try get(server.url, hasty) }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
  ])
  func `a connection that ends in the middle is cut off`(bytes: String) throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.write(bytes) }
    }
    #expect(throws: HTTPClientError.cutOff) { try get(server.url) }
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9.2\r\n", "\u{0}\u{1}\u{2}\u{3}\n\n", "HTTP/9.9 200 OK\r\n\r\n", "<html></html>",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Len",
  ])
  func `a response that is not HTTP is reported or cut off, and never accepted`(bytes: String) throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.write(bytes) }
    }
    let error = #expect(throws: HTTPClientError.self) { try get(server.url) }
    switch error {
    case .malformed, .cutOff: break
    default: Issue.record("\(bytes.debugDescription) became \(String(describing: error))")
    }
  }

  @Test func `a body larger than allowed is refused, announced or not, packed or not`() throws {
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      switch request.split(separator: " ")[1] {
      case "/announced": connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
      case "/endless":
        connection.write("HTTP/1.1 200 OK\r\n\r\n")
        while connection.write([UInt8](repeating: 0x61, count: 500)) {}
      case "/packed":
        connection.write(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(zerosPacked.count)\r\n\r\n")
        connection.write(zerosPacked)
      default: connection.answer(200, "", String(repeating: "a", count: 1000))
      }
    }
    for path in ["/announced", "/endless", "/packed"] {
      #expect(throws: HTTPClientError.tooLarge(.body, limit: 1000)) { try get(server.url + path) }
    }
    #expect(try get(server.url + "/just").body.count == 1000)
    let roomy = HTTPClient(userAgent: "t", maximumBody: 200_000)
    #expect(try get(server.url + "/packed", roomy).body == [UInt8](repeating: 0, count: 200_000))
  }

  @Test(arguments: [1, 2000]) func `headers larger than allowed are refused`(fields: Int) throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\n")
      let size = 80_000 / fields
      for field in 0..<fields { connection.write("X-\(field): \(String(repeating: "a", count: size))\r\n") }
      connection.write("Content-Length: 0\r\n\r\n")
    }
    #expect(throws: HTTPClientError.tooLarge(.headers, limit: HTTPClient.headerLimit)) { try get(server.url) }
  }

  @Test func `a server without TLS is not a secure connection`() throws {
    let server = try RawServer { connection in
      _ = connection.read()
      connection.answer(400)
    }
    let error = #expect(throws: HTTPClientError.self) { try get("https://127.0.0.1:\(server.port)/") }
    guard case .tls = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "http://192.0.2.1/", "http://example.invalid/", "http://127.0.0.1.example.invalid/", "http://[2001:db8::1]/",
    "http://128.0.0.1/", "http://localhost.example.invalid/",
  ])
  func `plain HTTP does not leave this machine`(url: String) {
    let error = #expect(throws: HTTPClientError.self) { try get(url) }
    guard case .plainHTTP = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["127.0.0.1", "127.1", "LOCALHOST", "127.0.0.2", "0x7f000001"])
  func `plain HTTP to this machine is allowed however it is written`(host: String) throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.answer(204) }
    }
    // 127.0.0.2 is this machine, but no server listens there.
    if host == "127.0.0.2" {
      #expect(throws: HTTPClientError.refused) { try get("http://\(host):\(server.port)/") }
    } else {
      #expect(try get("http://\(host):\(server.port)/").status == 204)
    }
  }

  @Test(arguments: [
    "", "/only/a/path", "127.0.0.1:80/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://127.0.0.1:99999/",
    "http://name:secret@127.0.0.1/", "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: y", "gopher://127.0.0.1/",
  ])
  func `an invalid address is refused before anything is sent`(url: String) {
    let error = #expect(throws: HTTPClientError.self) { try get(url) }
    guard case .invalidRequest(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("secret"))
  }

  @Test(arguments: [
    ("X", "a\r\nY: b"), ("X", "a\u{0}b"), ("X: y\r\nZ", "a"), ("", "a"), ("X Y", "a"), ("X:", "a"),
  ])
  func `a header field cannot break out of its line`(name: String, value: String) {
    let error = #expect(throws: HTTPClientError.self) {
      try patient.send(HTTPClientRequest(.get, "http://127.0.0.1:1/", headers: HTTPClientHeaders([(name, value)])))
    }
    guard case .invalidRequest = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `another thread can end a call`() throws {
    let cancellation = HTTPClientCancellation()
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      cancellation.cancel()
      connection.waitForEnd()
    }
    #expect(throws: HTTPClientError.cancelled) {
      try patient.send(HTTPClientRequest(.get, server.url), cancellation: cancellation)
    }
    #expect(throws: HTTPClientError.cancelled) {
      try patient.send(HTTPClientRequest(.get, server.url), cancellation: cancellation)
    }
    #expect(server.accepted == 1)
  }

  @Test func `a client continues after every fault`() throws {
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      switch request.split(separator: " ")[1] {
      case "/silence": connection.waitForEnd()
      case "/cut": connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
      case "/large": connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      default: connection.answer(200, "", "good")
      }
    }
    for path in ["/silence", "/cut", "/large"] {
      #expect(throws: HTTPClientError.self) { try get(server.url + path, hasty) }
      #expect(try get(server.url + "/good", hasty).text == "good")
    }
  }

  @Test(arguments: [(false, 2), (true, 1)])
  func `a request on a new connection is not sent again when its connection ends`(isNew: Bool, sent: Int) throws {
    let posts = Locked(0)
    let server = try RawServer { connection in
      while let request = connection.request() {
        if request.hasPrefix("POST") { return posts.withLock { $0 += 1 } }
        connection.answer()
      }
    }
    #expect(try get(server.url).status == 200)
    var request = HTTPClientRequest(.post, server.url, body: [])
    request.needsNewConnection = isNew
    #expect(throws: HTTPClientError.cutOff) { try patient.send(request) }
    #expect(posts.withLock(\.self) == sent)
  }
}

/// 200,000 zero bytes, compressed with gzip.
private let zerosPacked: [UInt8] =
  [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xED, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x06]
  + [0x7F, 0xA0] + [UInt8](repeating: 0, count: 193)
  + [0x80, 0xD7, 0, 0x7B, 0x58, 0xE0, 0x5C, 0x40, 0x0D, 0x03, 0]
