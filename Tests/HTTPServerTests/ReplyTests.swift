import HTTPServer
import TestSupport
import Testing
import Threads

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct ReplyTests {
  @Test func `a reply may come later, from another thread`() throws {
    let routes = [
      Route(.get, "/later/{n}") { request, reply in
        _ = DedicatedThread("later") { reply(.text("later \(request.parameter("n"))")) }
      }
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      for number in 0..<500 {
        client.send("GET /later/\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().body == "later \(number)")
      }
    }
  }

  @Test func `replies that race with the end of their handler are all sent`() throws {
    let waiting = Monitor<[Reply]?>([])
    let writer = DedicatedThread("writer") {
      while let batch = waiting.wait(until: { replies -> [Reply]?? in
        guard let some = replies else { return .some(nil) }
        guard !some.isEmpty else { return nil }
        replies = []
        return some
      }) {
        for reply in batch { reply(.text("written")) }
      }
    }
    let routes = [Route(.post, "/scans") { _, reply in waiting.update { $0?.append(reply) } }]
    try serving(routes) { server in
      let statuses = Locked<[Int: Int]>([:])
      let clients = (0..<8).map { number in
        DedicatedThread("client \(number)") {
          guard let client = try? Client(port: server.port) else { return }
          for _ in 0..<1000 {
            client.send("POST /scans HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
            let status = (try? client.response().status) ?? 0
            statuses.withLock { $0[status, default: 0] += 1 }
          }
        }
      }
      for client in clients { client.join() }
      #expect(statuses.withLock { $0 } == [200: 8000])
    }
    waiting.update { $0 = nil }
    writer.join()
  }

  @Test func `waiting requests hold no thread`() throws {
    let waiting = Monitor<[Reply]>([])
    let routes = [
      Route(.get, "/wait") { _, reply in waiting.update { $0.append(reply) } },
      Route(.get, "/") { _, reply in reply(.text("home")) },
    ]
    try serving(routes) { server in
      let clients = try (0..<50).map { _ in try Client(port: server.port) }
      for client in clients { client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n") }
      waiting.wait { $0.count == 50 ? () : nil }
      let other = try Client(port: server.port)
      other.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try other.response().body == "home")
      for reply in waiting.read({ $0 }) { reply(.text("now")) }
      for client in clients { #expect(try client.response().body == "now") }
    }
  }

  @Test func `a pipelined request waits for the reply before it`() throws {
    let held = Monitor<Reply?>(nil)
    let routes = [
      Route(.get, "/wait") { _, reply in held.update { $0 = reply } },
      Route(.get, "/") { _, reply in reply(.text("home")) },
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      held.wait { $0 }(.text("first"))
      #expect(try client.response().body == "first")
      #expect(try client.response().body == "home")
    }
  }

  @Test func `a second reply is ignored`() throws {
    let routes = [
      Route(.get, "/twice") { _, reply in
        reply(.text("first"))
        reply(.text("second"))
        _ = DedicatedThread("third") { reply(.text("third")) }
      },
      Route(.get, "/") { _, reply in reply(.text("home")) },
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      for _ in 0..<100 {
        client.send("GET /twice HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().body == "first")
        #expect(try client.response().body == "home")
      }
    }
  }

  @Test func `a reply that never comes is 503 after its time`() throws {
    let held = Locked<[Reply]>([])
    let log = LogBook()
    let routes = [
      Route(.get, "/never") { _, reply in held.withLock { $0.append(reply) } },
      Route(.get, "/forgotten") { _, _ in },
      Route(.get, "/") { _, reply in reply(.text("home")) },
    ]
    try serving(routes, logger: log.logger, adjust: { $0.limits.reply = .milliseconds(300) }) { server in
      for path in ["/never", "/forgotten"] {
        let client = try Client(port: server.port)
        let start = ContinuousClock.now
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let response = try client.response()
        #expect(response.status == 503)
        #expect(response.headers["retry-after"] == "5")
        #expect(ContinuousClock.now - start >= .milliseconds(250))
        // A late reply reaches neither this client nor the next request.
        for reply in held.withLock({ $0 }) { reply(.text("too late")) }
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().body == "home")
      }
      #expect(log.all.count == 2)
    }
  }

  @Test func `a route with a time of its own replies after that of the server`() throws {
    let held = Locked<[Reply]>([])
    let routes = [
      Route(.get, "/long", patience: .seconds(600)) { _, reply in held.withLock { $0.append(reply) } },
      Route(.get, "/never") { _, _ in },
    ]
    try serving(routes, adjust: { $0.limits.reply = .milliseconds(300) }) { server in
      let client = try Client(port: server.port)
      client.send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
      // The time of the server is over twice before the reply.
      for _ in 0..<2 {
        let other = try Client(port: server.port)
        other.send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try other.response().status == 503)
      }
      let reply = try #require(held.withLock { $0.first })
      reply(.text("done"))
      let response = try client.response()
      #expect(response.status == 200 && response.body == "done")
    }
  }

  @Test func `a reply to a disconnected client does no harm`() throws {
    let waiting = Monitor<[Reply]>([])
    let routes = [
      Route(.get, "/wait") { _, reply in waiting.update { $0.append(reply) } },
      Route(.get, "/") { _, reply in reply(.text("home")) },
    ]
    try serving(routes) { server in
      for number in 1...50 {
        let client = try Client(port: server.port)
        client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waiting.wait { $0.count == number ? () : nil }
      }
      for reply in waiting.read({ $0 }) { reply(.text("now")) }
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "home")
    }
  }

  @Test func `a header field that cannot be sent is left out and logged`() throws {
    let log = LogBook()
    let routes = [
      Route(.get, "/") { _, reply in reply(.text("home").with("X-Bad", "a\r\nSet-Cookie: b").with("X-Good", "c")) }
    ]
    try serving(routes, logger: log.logger) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let response = try client.response()
      #expect(response.headers["x-bad"] == nil)
      #expect(response.headers["set-cookie"] == nil)
      #expect(response.headers["x-good"] == "c")
      #expect(log.all == ["http: The header field X-Bad cannot be sent."])
    }
  }

  @Test func `statuses without a body have none`() throws {
    let routes = [
      Route(.delete, "/thing") { _, reply in reply(.empty(204)) },
      Route(.get, "/thing") { _, reply in reply(HTTPResponse(status: 304, headers: [("ETag", "\"1\"")])) },
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      for _ in 0..<3 {
        client.send("DELETE /thing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().status == 204)
        client.send("GET /thing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let response = try client.response()
        #expect(response.status == 304)
        #expect(response.headers["etag"] == "\"1\"")
      }
    }
  }
}
