import HTTPServer
import TestSupport
import Testing
import Threads

/// Tests of requests with a large body: who may send one, and how many at the same time.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct LargeBodyTests {
  private func header(_ length: Int, token: String = "right", _ fields: String = "") -> String {
    "POST /large HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(token)\r\n\(fields)Content-Length: \(length)\r\n\r\n"
  }

  /// Sends a header and waits until the server asks for the body: from then on, the memory is taken.
  ///
  /// The memory of a request is given back after its response was sent: until then, the server may refuse the body.
  private func begin(_ length: Int, on port: Int) throws -> Client {
    while true {
      let client = try Client(port: port)
      client.send(header(length, "Expect: 100-continue\r\n"))
      let status = try client.response().status
      guard status != 100 else { return client }
      try #require(status == 503)
    }
  }

  private func routes(_ seen: Locked<[Int]>) -> [Route] {
    [
      Route(
        .post, "/large", bodyLimit: 8 << 20,
        admission: { $0.header("authorization") == "right" ? nil : .text("who is it?", status: 401) }
      ) { request, reply in
        seen.withLock { $0.append(request.body.count) }
        reply(.text("\(request.body.count)"))
      }
    ]
  }

  /// Repeats an exchange until it succeeds; the time limit of the suite ends it.
  private func repeated(_ exchange: () throws -> Bool) throws {
    while try !exchange() {}
  }

  @Test func `a large body of a caller who may not send it is never stored`() throws {
    let seen = Locked<[Int]>([])
    try serving(routes(seen)) { server in
      let client = try Client(port: server.port)
      let body = [UInt8](repeating: 7, count: 2 << 20)
      client.send(header(body.count, token: "wrong"))
      client.send(body)
      let refusal = try client.response()
      #expect(refusal.status == 401 && refusal.body == "who is it?")
      // The connection stays, and a small body is left to the handler.
      client.send(header(3, token: "wrong") + "abc")
      #expect(try client.response().body == "3")
      client.send(header(body.count))
      client.send(body)
      #expect(try client.response().body == "\(body.count)")
    }
    #expect(seen.withLock { $0 } == [3, 2 << 20])
  }

  @Test func `large bodies share a limited memory, and give it back`() throws {
    let seen = Locked<[Int]>([])
    try serving(routes(seen), adjust: { $0.limits.largeBodies = 5 << 20 }) { server in
      let body = [UInt8](repeating: 7, count: 4 << 20)
      let second = try Client(port: server.port)
      for _ in 0..<3 {
        let first = try begin(body.count, on: server.port)
        first.send(Array(body[..<1000]))
        second.send(header(body.count))
        second.send(body)
        #expect(try second.response().status == 503)
        first.send(Array(body[1000...]))
        #expect(try first.response().body == "\(body.count)")
        try repeated {
          second.send(header(body.count))
          second.send(body)
          return try second.response().status == 200
        }
      }
      // A client that leaves gives it back, too.
      do { _ = try begin(body.count, on: server.port) }
      try repeated {
        second.send(header(body.count))
        second.send(body)
        return try second.response().status == 200
      }
    }
  }
}
