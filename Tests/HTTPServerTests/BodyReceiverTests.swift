import HTTPServer
import TestSupport
import Testing
import Threads

/// Tests of bodies that a receiver takes in place of memory.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct BodyReceiverTests {
  /// Counts the bytes that it takes, and its own end.
  private final class Counter: BodyReceiver {
    let count = Locked(0)
    let discards = Locked(0)
    private let ended: Monitor<Int>

    init(_ ended: Monitor<Int>) { self.ended = ended }

    deinit { ended.update { $0 += 1 } }

    func take(_ part: UnsafeRawBufferPointer) { count.withLock { $0 += part.count } }

    func discard() { discards.withLock { $0 += 1 } }
  }

  private func route(_ ended: Monitor<Int>) -> Route {
    Route(
      .post, "/file", bodyLimit: 4 << 20,
      admission: { $0.header("authorization") == "right" ? nil : .text("who is it?", status: 401) },
      reception: { _, length in
        length == 13 ? .refused(.text("no room", status: 507)) : .into(Counter(ended))
      }
    ) { request, reply in
      let count = (request.receiver as? Counter)?.count.withLock { $0 }
      reply(.text("\(request.body.count) \(count ?? -1)"))
    }
  }

  private func header(_ length: Int, token: String = "right") -> String {
    "POST /file HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(token)\r\nContent-Length: \(length)\r\n\r\n"
  }

  private func wait(_ ended: Monitor<Int>, for count: Int) {
    #expect(ended.wait(atMost: .seconds(60)) { $0 >= count ? () : nil } != nil)
  }

  @Test func `a receiver takes a body of any size, and is released after the response`() throws {
    let ended = Monitor(0)
    try serving([route(ended)]) { server in
      let client = try Client(port: server.port)
      for size in [3, 3 << 20] {
        client.send(header(size))
        client.send([UInt8](repeating: 7, count: size))
        #expect(try client.response().body == "0 \(size)")
      }
      client.send(
        "POST /file HTTP/1.1\r\nHost: localhost\r\nAuthorization: right\r\nTransfer-Encoding: chunked\r\n\r\n")
      client.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
      #expect(try client.response().body == "0 5")
      wait(ended, for: 3)
    }
  }

  @Test func `a body is refused before it arrives, by its caller, by its length and by its receiver`() throws {
    let ended = Monitor(0)
    try serving([route(ended)]) { server in
      let client = try Client(port: server.port)
      client.send(header(3, token: "wrong") + "abc")
      #expect(try client.response().status == 401)
      client.send(header(13) + "abcdefghijklm")
      #expect(try client.response().body == "no room")
      client.send(header(5 << 20))
      client.send([UInt8](repeating: 7, count: 5 << 20))
      #expect(try client.response().status == 413)
    }
    #expect(ended.read { $0 } == 0)
  }

  @Test func `a client that leaves releases its receiver`() throws {
    let ended = Monitor(0)
    try serving([route(ended)]) { server in
      do {
        let client = try Client(port: server.port)
        client.send(header(1 << 20) + "only a part")
      }
      wait(ended, for: 1)
    }
  }

  @Test func `a body that arrives slowly and steadily has more time than its limit, a silent one has not`() throws {
    let ended = Monitor(0)
    try serving([route(ended)], adjust: { $0.limits.body = .milliseconds(400) }) { server in
      let client = try Client(port: server.port)
      client.send(header(12))
      // The pauses together are three times the limit, and each is a quarter of it.
      for _ in 0..<12 {
        #expect(try !client.isClosed(within: .milliseconds(100)))
        client.send("x")
      }
      #expect(try client.response().body == "0 12")
      client.send(header(12) + "x")
      #expect(try client.isClosed())
    }
  }
}
