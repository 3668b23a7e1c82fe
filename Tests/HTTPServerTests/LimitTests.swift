import Foundation
import Glibc
import HTTPServer
import TestSupport
import Testing
import Threads

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct LimitTests {
  static let slow = Duration.milliseconds(400)

  @Test func `a body over the limit is refused by its length alone`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send(
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 104857600\r\n\r\n")
      // Without a preceding 100: the body is not requested.
      #expect(try client.response().status == 413)
      #expect(try client.isClosed())
    }
  }

  @Test func `a body over the limit in chunks is refused`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let part = String(repeating: "x", count: 4096)
      for _ in 0..<17 { client.send("1000\r\n\(part)\r\n") }
      client.send("0\r\n\r\n")
      #expect(try client.response().status == 413)
    }
  }

  @Test(arguments: ["Content-Length: 104857600", "Transfer-Encoding: chunked"])
  func `a body of 100 MB costs no memory`(_ framing: String) throws {
    try serving(echoes) { server in
      // Other tests of this process allocate memory too, so growth counts only if it occurs every time.
      var least = Int.max
      for _ in 0..<3 where least > 20_000_000 {
        let client = try Client(port: server.port)
        let before = residentBytes()
        client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n")
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        var isOpen = true
        for _ in 0..<100 where isOpen {
          if framing.hasPrefix("T") { isOpen = client.send("100000\r\n") }
          isOpen = isOpen && client.send(part) && (!framing.hasPrefix("T") || client.send("\r\n"))
        }
        least = min(least, residentBytes() - before)
        if isOpen, framing.hasPrefix("T") { client.send("0\r\n\r\n") }
        #expect(try client.response().status == 413)
      }
      #expect(least < 20_000_000)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n",
    "GET /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ])
  func `a header that trickles is cut off`(_ header: String) throws {
    try serving(echoes, adjust: { $0.limits.header = Self.slow }) { server in
      let client = try Client(port: server.port)
      let time = try trickle(header, to: client)
      #expect(time >= .milliseconds(300))
    }
  }

  @Test func `a second header that trickles is cut off`() throws {
    try serving(
      echoes,
      adjust: {
        $0.limits.header = Self.slow
        $0.limits.idle = .seconds(1)
      }
    ) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "home")
      _ = try trickle("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 90), to: client)
    }
  }

  @Test func `a body that trickles is cut off`() throws {
    try serving(echoes, adjust: { $0.limits.body = Self.slow }) { server in
      let client = try Client(port: server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
      let time = try trickle(String(repeating: "x", count: 100), to: client)
      #expect(time >= .milliseconds(300))
    }
  }

  @Test func `a response that is not taken is cut off`() throws {
    let large = [UInt8](repeating: 1, count: 20_000_000)
    let routes = [Route(.get, "/large") { _, reply in reply(.file(large, contentType: "image/jpeg")) }]
    try serving(
      routes,
      adjust: {
        $0.limits.sending = Self.slow
        $0.limits.idle = .seconds(60)
      }
    ) { server in
      let client = try Client(port: server.port)
      client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
      // The client reads nothing until the server has closed its side; with a full window, no packet can signal that.
      for _ in 0..<200 where socketCount(port: server.port) > 1 { usleep(50_000) }
      #expect(socketCount(port: server.port) == 1)
      #expect(throws: (any Error).self) { try client.response() }
    }
  }

  @Test func `a large file has more time to be taken than a small response`() throws {
    let size = 64 << 20
    let routes = [
      Route(.get, "/file") { _, reply in
        var path = Array("/tmp/deadwax-large-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        let shared = SharedFile(file: file, count: size)
        guard file >= 0, ftruncate(file, off_t(size)) == 0 else { return }
        reply(HTTPResponse(status: 200, headers: [], body: .file(FileBody(head: [], file: shared))))
      },
      Route(.get, "/large") { _, reply in
        reply(.file([UInt8](repeating: 1, count: 20_000_000), contentType: "image/jpeg"))
      },
    ]
    try serving(
      routes,
      adjust: {
        $0.limits.sending = .seconds(2)
        $0.limits.idle = .seconds(60)
      }
    ) { server in
      let client = try Client(port: server.port)
      client.send("GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.head().status == 200)
      // The time for a response has passed when another client, which takes none of it, is cut off.
      let other = try Client(port: server.port)
      other.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
      for _ in 0..<400 where socketCount(port: server.port) > 2 { usleep(50_000) }
      #expect(socketCount(port: server.port) == 2)
      #expect(try client.take(size).utf8.count == size)
    }
  }

  @Test func `an idle connection is closed`() throws {
    try serving(echoes, adjust: { $0.limits.idle = .seconds(1) }) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "home")
      #expect(try client.isClosed())
    }
  }

  private static func few(_ configuration: inout HTTPServerConfiguration) {
    configuration.limits.connections = 40
    configuration.limits.connectionsOnLoopback = 30
    configuration.limits.threads = 2
    configuration.limits.idle = .seconds(60)
    configuration.limits.header = .seconds(60)
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HT"])
  func `idle connections keep no client out`(_ first: String) throws {
    let isWhole = first.hasSuffix("\r\n\r\n")
    try serving(echoes, adjust: Self.few) { server in
      let holders = try (0..<150).map { _ in
        let client = try Client(port: server.port, patience: .seconds(100))
        client.send(first)
        // A connection has no activity after its response; until then it is in use.
        if isWhole { #expect(try client.response().body == "home") }
        return client
      }
      // The evicted connections need a moment to end; until then only the headroom is available.
      let end = ContinuousClock.now + .seconds(100)
      while socketCount(port: server.port) > 40, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
      for _ in 0..<20 {
        let client = try Client(port: server.port, patience: .seconds(100))
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().body == "home")
      }
      // The first connections were evicted, and the last one is still served.
      let last = try #require(holders.last)
      if isWhole {
        last.send(first)
        #expect(try last.response().body == "home")
      }
      #expect(socketCount(port: server.port) <= 40 + 64 + 1)
    }
  }

  @Test func `an active connection is never closed for another`() throws {
    let reply = Monitor<Reply?>(nil)
    let stream = EventStream()
    let routes =
      echoes + [
        Route(.get, "/later") { _, later in reply.update { $0 = later } },
        Route(.get, "/events") { _, reply in reply(.stream(stream)) },
      ]
    try serving(routes, adjust: Self.few) { server in
      let listener = try Client(port: server.port)
      listener.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try listener.head().status == 200)
      let waiter = try Client(port: server.port)
      waiter.send("GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let later = try #require(reply.wait(atMost: .seconds(60), until: { $0 }))
      let holders = try (0..<150).map { _ in try Client(port: server.port) }
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "home")
      later(.text("at last"))
      #expect(try waiter.response().body == "at last")
      #expect(stream.send(Array("data: still\n\n".utf8)))
      #expect(try listener.chunk() == "data: still\n\n")
      stream.close()
      _ = holders
    }
  }

  @Test func `if every connection is in use, a new one is refused immediately`() throws {
    let routes = echoes + [Route(.get, "/events") { _, reply in reply(.stream(EventStream())) }]
    try serving(routes, adjust: Self.few) { server in
      let listeners = try (0..<30).map { _ in
        let client = try Client(port: server.port)
        client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.head().status == 200)
        return client
      }
      let client = try Client(port: server.port)
      #expect(try client.isClosed())
      #expect(listeners.count == 30)
    }
  }

  /// Sends byte by byte, twenty per second, until the other side closes.
  private func trickle(_ text: String, to client: Client) throws -> Duration {
    let start = ContinuousClock.now
    for byte in text.utf8 {
      if !client.send([byte]) { break }
      if try client.isClosed(within: .milliseconds(50)) { break }
    }
    #expect(try client.isClosed(within: .milliseconds(1)))
    return ContinuousClock.now - start
  }
}

/// Returns the resident memory of this process, from the kernel.
private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, 256, file) != nil else { return 0 }
  let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
    separator: " ")
  return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
