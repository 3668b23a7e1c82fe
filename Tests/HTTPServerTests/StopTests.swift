import HTTPServer
import Log
import TestSupport
import Testing
import Threads

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct StopTests {
  @Test func `open streams end properly`() throws {
    let streams = Monitor<[EventStream]>([])
    let server = try HTTPServer(
      configuration: patient,
      router: Router([
        Route(.get, "/events") { _, reply in
          let stream = EventStream()
          reply(.stream(stream))
          streams.update { $0.append(stream) }
        }
      ]), logger: .silent)
    let clients = try (0..<50).map { _ in
      let client = try Client(port: server.port)
      client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return client
    }
    let open = streams.wait { $0.count == 50 ? $0 : nil }
    for stream in open { _ = stream.send(Array("last".utf8)) }
    server.stop()
    for client in clients { #expect(try client.response().body == "last") }
    for stream in open { #expect(!stream.send([1])) }
  }

  @Test func `a request that is under way is answered`() throws {
    let waiting = Monitor<[Reply]>([])
    let server = try HTTPServer(
      router: Router([Route(.get, "/wait") { _, reply in waiting.update { $0.append(reply) } }]), logger: .silent)
    let clients = try (0..<20).map { _ in
      let client = try Client(port: server.port)
      client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return client
    }
    let replies = waiting.wait { $0.count == 20 ? $0 : nil }
    let stopping = Latch()
    let stopper = DedicatedThread("stopper") {
      stopping.raise()
      server.stop()
    }
    stopping.wait()
    for reply in replies { reply(.text("done")) }
    for client in clients { #expect(try client.response().body == "done") }
    stopper.join()
  }

  @Test func `a request that is never answered is reported, and does not delay the stop`() throws {
    let waiting = Monitor<[Reply]>([])
    var configuration = HTTPServerConfiguration()
    configuration.limits.stopping = .milliseconds(300)
    let server = try HTTPServer(
      configuration: configuration,
      router: Router([Route(.get, "/wait") { _, reply in waiting.update { $0.append(reply) } }]), logger: .silent)
    let clients = try (0..<20).map { _ in
      let client = try Client(port: server.port)
      client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return client
    }
    let replies = waiting.wait { $0.count == 20 ? $0 : nil }
    server.stop()
    for client in clients { #expect(try client.response().status == 503) }
    // The clients have gone.
    for reply in replies { reply(.text("done")) }
  }

  @Test func `half a request and idle connections do not hold the stop up`() throws {
    let server = try HTTPServer(configuration: patient, router: Router(echoes), logger: .silent)
    let idle = try Client(port: server.port)
    idle.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try idle.response().body == "home")
    let half = try Client(port: server.port)
    half.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
    server.stop()
    #expect(try idle.isClosed())
    #expect(try half.isClosed())
    #expect(throws: Client.Fault.self) { try Client(port: server.port) }
  }

  @Test func `a stop in the midst of traffic answers or closes, and never traps`() throws {
    for _ in 0..<20 {
      let server = try HTTPServer(
        router: Router([
          Route(.get, "/now") { _, reply in reply(.text("now")) },
          Route(.get, "/later") { _, reply in _ = DedicatedThread("later") { reply(.text("later")) } },
          Route(.get, "/events") { _, reply in
            let stream = EventStream()
            reply(.stream(stream))
            _ = DedicatedThread("events") { while stream.send(Array("tick\n\n".utf8)) {} }
          },
        ]), logger: .silent)
      let answered = Monitor(0)
      let lanes = ["/now", "/later", "/events", "/later"].map { path in
        DedicatedThread("client") {
          guard let client = try? Client(port: server.port) else { return }
          while client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") {
            guard let response = try? path == "/events" ? client.head() : client.response() else { return }
            #expect(response.status == 200 || response.status == 503)
            answered.update { $0 += 1 }
            if path == "/events" { while (try? client.chunk()) != nil {} }
          }
        }
      }
      answered.wait { $0 > 50 ? () : nil }
      server.stop()
      for lane in lanes { lane.join() }
    }
  }

  @Test func `a second stop does nothing`() throws {
    let server = try HTTPServer(router: Router(echoes), logger: .silent)
    server.stop()
    server.stop()
  }

  @Test func `a server that is let go of stops`() throws {
    var server: HTTPServer? = try HTTPServer(router: Router(echoes), logger: .silent)
    let port = server?.port ?? 0
    server = nil
    #expect(throws: Client.Fault.self) { try Client(port: port) }
  }

  /// A configuration whose limits are all longer than the suite's, so that a wait for one of them is detected.
  private var patient: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.limits.idle = .seconds(3600)
    configuration.limits.header = .seconds(3600)
    configuration.limits.body = .seconds(3600)
    configuration.limits.stopping = .seconds(3600)
    return configuration
  }
}
