import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(2)))
struct LimitTests {
  static let slow = Duration.milliseconds(400)

  @Test func `a body over the limit is refused by its length alone`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send(
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 104857600\r\n\r\n")
      // No 100 first: nothing of the body is asked for.
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
      // Other tests of this process take memory too, so a growth counts only where it comes each time.
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
      #expect(time < .seconds(3))
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
      let time = try trickle("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 90), to: client)
      #expect(time < .seconds(4))
    }
  }

  @Test func `a body that trickles is cut off`() throws {
    try serving(echoes, adjust: { $0.limits.body = Self.slow }) { server in
      let client = try Client(port: server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
      let time = try trickle(String(repeating: "x", count: 100), to: client)
      #expect(time >= .milliseconds(300))
      #expect(time < .seconds(3))
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
      // Nothing is read until the server has closed its side; with the window shut, no packet can tell us that.
      for _ in 0..<200 where socketCount(port: server.port) > 1 { usleep(50_000) }
      #expect(socketCount(port: server.port) == 1)
      #expect(throws: (any Error).self) { try client.response() }
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

  @Test func `connections over the limit are not served, and the others are`() throws {
    try serving(
      echoes,
      adjust: {
        $0.limits.connections = 10
        $0.limits.threads = 2
        $0.limits.idle = .seconds(60)
      }
    ) { server in
      var clients: [Client] = []
      var served = 0
      for _ in 0..<20 {
        let client = try Client(port: server.port, patience: .milliseconds(200))
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        if (try? client.response().body) == "home" { served += 1 }
        clients.append(client)
      }
      #expect(served <= 10)
      #expect(served >= 1)
      clients = []
      // Once they have gone there is room again.
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "home")
    }
  }

  /// Sends byte by byte, twenty a second, until the other side closes.
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

/// The memory of this process that is in use, as the kernel counts it.
private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, 256, file) != nil else { return 0 }
  let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
    separator: " ")
  return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
