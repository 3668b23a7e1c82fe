import HTTPServer
import Log
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
  @Test func `answers a get and a post`() throws {
    let server = try HTTPServer(
      router: Router([
        Route(.get, "/hello/{name}") { request, reply in reply(.text("hello \(request.parameter("name"))")) },
        Route(.post, "/echo") { request, reply in reply(.json(request.body, status: 201)) },
      ]), logger: .silent)
    let client = try Client(port: server.port)
    client.send("GET /hello/Ada%20L HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let first = try client.response()
    #expect(first.status == 200)
    #expect(first.body == "hello Ada L")
    client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nabcd")
    let second = try client.response()
    #expect(second.status == 201)
    #expect(second.body == "abcd")
    server.stop()
  }
}
