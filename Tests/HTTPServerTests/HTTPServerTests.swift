import HTTPServer
import Log
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct HTTPServerTests {
  @Test func `a connection is reused for the next request`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      for number in 1...20 {
        client.send("GET /things/\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().body == "thing \(number)")
      }
    }
  }

  @Test func `pipelined requests are answered in their order`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send((1...5).map { "GET /things/\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      for number in 1...5 { #expect(try client.response().body == "thing \(number)") }
    }
  }

  @Test func `a head has the length of the get and no body`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("HEAD /things/7 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let head = try client.response(hasBody: false)
      #expect(head.status == 200)
      #expect(head.headers["content-length"] == "7")
      // The next response follows directly, so no byte of a body was sent.
      client.send("GET /things/8 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "thing 8")
    }
  }

  @Test func `a body is requested with 100 Continue`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
      #expect(try client.response().status == 100)
      client.send("abcd")
      #expect(try client.response().body == "abcd")
    }
  }

  @Test func `a chunked body arrives whole`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      client.send("5\r\nhello\r\n")
      client.send("7;note=x\r\n, world\r\n0\r\n\r\n")
      let response = try client.response()
      #expect(response.status == 201)
      #expect(response.body == "hello, world")
    }
  }

  @Test func `a body that comes byte by byte arrives whole`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      for byte in "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nabcdef".utf8 {
        client.send([byte])
      }
      #expect(try client.response().body == "abcdef")
    }
  }

  @Test func `a body of exactly the limit is taken`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n")
      client.send([UInt8](repeating: UInt8(ascii: "x"), count: 65_536))
      #expect(try client.response().body.utf8.count == 65_536)
    }
  }

  @Test func `a large response arrives whole`() throws {
    let picture = (0..<3_000_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let routes = [Route(.get, "/picture") { _, reply in reply(.file(picture, contentType: "image/jpeg")) }]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      client.send("GET /picture HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let response = try client.response()
      #expect(response.headers["content-type"] == "image/jpeg")
      #expect(Array(response.body.utf8) == picture)
    }
  }

  @Test func `HTTP 1_0 without a Host is answered and closed`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try client.response().body == "home")
      #expect(try client.isClosed())
    }
  }

  @Test func `a request sees its header, query, cookies and peer`() throws {
    let routes = [
      Route(.get, "/look/{what}") { request, reply in
        let seen = [
          request.method.rawValue, request.path, request.header("X-Word") ?? "-", request.header("absent") ?? "-",
          request.query("a") ?? "-", request.query("b") ?? "-", request.query("c") ?? "-",
          request.cookie("deadwax") ?? "-", request.cookie("dead") ?? "-", "\(request.peerIsLoopback)",
          "\(request.headers.count)", "\(request.queryItems.count)",
        ]
        reply(.text(seen.joined(separator: "|")))
      }
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      client.send(
        "GET /look/%C3%A9t%20%C3%A9?a=1%202+3&b&a=9 HTTP/1.1\r\nHost: localhost\r\nx-WORD:  hi  there\r\n"
          + "Cookie: x=1; deadwax=dw_abc=; y=2\r\n\r\n")
      #expect(try client.response().body == "GET|/look/ét é|hi  there|-|1 2 3||-|dw_abc=|-|true|3|3")
    }
  }

  @Test(arguments: [
    ("", "true"), ("Forwarded: for=10.0.0.1\r\n", "false"), ("x-forwarded-for: 10.0.0.1\r\n", "false"),
    ("X-Real-IP: 10.0.0.1\r\n", "false"), ("Via: 1.1 proxy\r\n", "false"), ("X-Other: 1\r\n", "true"),
  ])
  func `a request forwarded by a proxy is not from this machine`(_ field: String, _ isLoopback: String) throws {
    let routes = [Route(.get, "/peer") { request, reply in reply(.text("\(request.peerIsLoopback)")) }]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      client.send("GET /peer HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
      #expect(try client.response().body == isLoopback)
    }
  }

  @Test func `an absolute target is understood`() throws {
    try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("GET http://localhost:\(server.port)/things/5?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "thing 5")
    }
  }

  @Test func `a port in use is reported`() throws {
    try serving(echoes) { server in
      #expect(throws: HTTPServerError.portTaken(address: "127.0.0.1", port: server.port)) {
        try HTTPServer(
          configuration: HTTPServerConfiguration(port: server.port), router: Router(echoes), logger: .silent)
      }
    }
  }

  @Test func `an invalid address is reported`() throws {
    #expect(throws: HTTPServerError.badAddress("localhost")) {
      try HTTPServer(
        configuration: HTTPServerConfiguration(address: "localhost"), router: Router(echoes), logger: .silent)
    }
  }

  @Test func `IPv6 is served`() throws {
    let server = try HTTPServer(
      configuration: HTTPServerConfiguration(address: "::1"), router: Router(echoes), logger: .silent)
    defer { server.stop() }
    let client = try Client(port: server.port, overIPv6: true)
    client.send("GET /things/6 HTTP/1.1\r\nHost: [::1]:\(server.port)\r\n\r\n")
    #expect(try client.response().body == "thing 6")
  }

  @Test func `the port is free again at once after a stop`() throws {
    let port = try serving(echoes) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try client.response()
      return server.port
    }
    // The server closed first, so its side of the connection is in TIME_WAIT.
    let again = try HTTPServer(
      configuration: HTTPServerConfiguration(port: port), router: Router(echoes), logger: .silent)
    #expect(again.port == port)
    again.stop()
  }

  @Test func `five hundred connections leave no socket behind`() throws {
    // A client that leaves in the middle of a request is detected after the idle timeout.
    try serving(echoes, adjust: { $0.limits.idle = .seconds(1) }) { server in
      for number in 0..<500 {
        let client = try Client(port: server.port)
        switch number % 20 {
        case 1:
          client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        case 2:
          client.send("GET /thi")
        case 3:
          client.send("nonsense\r\n\r\n")
        case 4:
          break
        default:
          client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
          _ = try client.response()
        }
      }
      var left = socketCount(port: server.port)
      for _ in 0..<10 where left > 1 {
        // Closed by the server after one second of inactivity.
        #expect(try Client(port: server.port).isClosed())
        left = socketCount(port: server.port)
      }
      #expect(left == 1)
    }
  }
}
