import HTTPServer
import TestSupport
import Testing
import Threads

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct EventStreamTests {
  /// Returns a route that exposes its streams.
  private static func streaming(_ streams: Monitor<[EventStream]>, queueLimit: Int = 256 * 1024) -> [Route] {
    [
      Route(.get, "/events") { _, reply in
        let stream = EventStream(queueLimit: queueLimit)
        reply(.stream(stream))
        streams.update { $0.append(stream) }
      },
      Route(.get, "/") { _, reply in reply(.text("home")) },
    ]
  }

  private static func subscribe(_ port: Int) throws -> Client {
    let client = try Client(port: port)
    client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return client
  }

  @Test func `fifty clients get every event in order`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams)) { server in
      let clients = try (0..<50).map { _ in try Self.subscribe(server.port) }
      let open = streams.wait { $0.count == 50 ? $0 : nil }
      let sender = DedicatedThread("sender") {
        for number in 1...100 {
          for stream in open { _ = stream.send(Array("id: \(number)\n\n".utf8)) }
        }
        for stream in open { stream.close() }
      }
      let expected = (1...100).map { "id: \($0)\n\n" }.joined()
      for client in clients {
        let response = try client.response()
        #expect(response.headers["content-type"] == "text/event-stream")
        #expect(response.body == expected)
      }
      sender.join()
    }
  }

  @Test func `an event arrives without waiting for the next`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams)) { server in
      let client = try Self.subscribe(server.port)
      let stream = streams.wait { $0.first }
      #expect(try client.head().status == 200)
      for number in 0..<200 {
        #expect(stream.send(Array("n\(number)".utf8)))
        #expect(try client.chunk() == "n\(number)")
      }
    }
  }

  @Test func `many threads may send to one stream`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams, queueLimit: 1 << 24)) { server in
      let client = try Self.subscribe(server.port)
      let stream = streams.wait { $0.first }
      let senders = (0..<4).map { own in
        DedicatedThread("sender \(own)") { for _ in 0..<2000 { #expect(stream.send(Array("\(own)".utf8))) } }
      }
      let closer = DedicatedThread("closer") {
        for sender in senders { sender.join() }
        stream.close()
      }
      let body = try client.response().body
      closer.join()
      for own in 0..<4 { #expect(body.count { $0 == Character("\(own)") } == 2000) }
    }
  }

  @Test func `a client that does not read is dropped, and the others are not`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams, queueLimit: 64 * 1024)) { server in
      let slow = try Self.subscribe(server.port)
      let slowStream = streams.wait { $0.first }
      let ended = Latch()
      slowStream.onClose { ended.raise() }
      let quick = try Self.subscribe(server.port)
      let quickStream = streams.wait { $0.count == 2 ? $0[1] : nil }
      _ = try quick.head()
      let event = [UInt8](repeating: UInt8(ascii: "e"), count: 16_384)
      var taken = 0
      // The kernel's buffers accept a few megabytes first.
      while taken < 10_000, slowStream.send(event) {
        taken += 1
        if taken % 100 == 0 {
          #expect(quickStream.send(Array("still here".utf8)))
          #expect(try quick.chunk() == "still here")
        }
      }
      #expect(taken < 10_000)
      #expect(!slowStream.send(event))
      #expect(ended.wait(atMost: .seconds(60)))
      #expect(quickStream.send(Array("and still".utf8)))
      #expect(try quick.chunk() == "and still")
      // The unread rest ends without the terminating chunk.
      #expect(throws: (any Error).self) { try slow.response() }
    }
  }

  @Test func `a stream whose client has left ends soon, without a heartbeat`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams)) { server in
      let ended = Monitor(0)
      for number in 1...10 {
        _ = try Self.subscribe(server.port).head()
        let stream = streams.wait { $0.count == number ? $0[number - 1] : nil }
        stream.onClose { ended.update { $0 += 1 } }
      }
      #expect(ended.wait(atMost: .seconds(60)) { $0 == 10 ? () : nil } != nil)
      for stream in streams.read({ $0 }) { #expect(!stream.send([1])) }
    }
  }

  @Test func `data sent before the close arrives, and nothing after it`() throws {
    let routes = [
      Route(.get, "/events") { _, reply in
        let stream = EventStream()
        #expect(stream.send(Array("before".utf8)))
        stream.close()
        #expect(!stream.send(Array("after".utf8)))
        reply(.stream(stream))
      }
    ]
    try serving(routes) { server in
      let client = try Self.subscribe(server.port)
      #expect(try client.response().body == "before")
      // The connection stays open.
      client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "before")
    }
  }

  @Test func `the end is reported once`() throws {
    let count = Monitor(0)
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams)) { server in
      let client = try Self.subscribe(server.port)
      let stream = streams.wait { $0.first }
      stream.onClose { count.update { $0 += 1 } }
      stream.close()
      _ = try client.response()
      stream.close()
      count.wait { $0 > 0 ? () : nil }
    }
    #expect(count.read { $0 } == 1)
    // A handler that is added afterwards is called at once.
    let after = Latch()
    streams.read { $0[0] }.onClose { after.raise() }
    #expect(after.isRaised)
  }

  @Test func `a stream without a client ends with its reply`() throws {
    let ended = Latch()
    let routes = [
      Route(.get, "/twice") { _, reply in
        reply(.text("first"))
        let stream = EventStream()
        stream.onClose { ended.raise() }
        reply(.stream(stream))
        #expect(!stream.send([1]))
      }
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      client.send("GET /twice HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().body == "first")
      #expect(ended.isRaised)
    }
  }

  @Test func `one stream cannot answer two requests`() throws {
    let stream = EventStream()
    let routes = [Route(.get, "/events") { _, reply in reply(.stream(stream)) }]
    try serving(routes) { server in
      let first = try Self.subscribe(server.port)
      #expect(try first.head().status == 200)
      #expect(try Self.subscribe(server.port).response().status == 500)
      #expect(stream.send(Array("x".utf8)))
      #expect(try first.chunk() == "x")
    }
  }

  @Test func `a head of a stream ends it`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams)) { server in
      let client = try Client(port: server.port)
      client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response(hasBody: false).status == 200)
      let ended = Latch()
      streams.wait { $0.first }.onClose { ended.raise() }
      #expect(ended.wait(atMost: .seconds(60)))
    }
  }

  @Test func `clients that come and go leave nothing behind`() throws {
    let streams = Monitor<[EventStream]>([])
    try serving(Self.streaming(streams)) { server in
      let isOver = Latch()
      let sender = DedicatedThread("sender") {
        while !isOver.isRaised { for stream in streams.read({ $0 }) { _ = stream.send(Array("tick\n\n".utf8)) } }
      }
      for number in 0..<100 {
        let client = try Self.subscribe(server.port)
        if number % 2 == 0 { _ = try client.head() }
      }
      isOver.raise()
      sender.join()
      let left = Monitor(streams.read { $0.count })
      for stream in streams.read({ $0 }) { stream.onClose { left.update { $0 -= 1 } } }
      for stream in streams.read({ $0 }) { stream.close() }
      #expect(left.wait(atMost: .seconds(60)) { $0 == 0 ? () : nil } != nil)
    }
  }
}
