import HTTPServer
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(25)))
struct RouterTests {
  private func route(_ method: Method, _ pattern: String) -> Route {
    Route(method, pattern) { request, reply in
      let parameters = ["id", "name"].compactMap { name in request.parameters[name].map { "\(name)=\($0)" } }
      reply(.text(([pattern] + parameters).joined(separator: " ")))
    }
  }

  @Test func `words come before names, and a dead end is gone back from`() throws {
    let routes = [
      route(.get, "/a/{id}"), route(.get, "/a/new"), route(.get, "/a/{id}/b"), route(.get, "/a/new/c"),
      route(.get, "/{name}/x/{id}"), route(.get, "/a/{id}/{name}"), route(.post, "/a/{id}/b"),
    ]
    try serving(routes) { server in
      let client = try Client(port: server.port)
      for (path, found) in [
        ("/a/1", "/a/{id} id=1"), ("/a/new", "/a/new"), ("/a/1/b", "/a/{id}/b id=1"), ("/a/new/c", "/a/new/c"),
        ("/a/new/b", "/a/{id}/b id=new"), ("/z/x/9", "/{name}/x/{id} id=9 name=z"),
        ("/a/x/9", "/a/{id}/{name} id=x name=9"),
      ] {
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.response().body == found)
      }
    }
  }

  @Test func `a bad table is noticed when it is made`() async {
    await #expect(processExitsWith: .failure) {
      _ = Router([Route(.get, "/a/{id}") { _, _ in }, Route(.get, "/a/{name}") { _, _ in }])
    }
    await #expect(processExitsWith: .failure) { _ = Router([Route(.get, "a") { _, _ in }]) }
    await #expect(processExitsWith: .failure) { _ = Router([Route(.get, "/a//b") { _, _ in }]) }
    await #expect(processExitsWith: .failure) { _ = Router([Route(.get, "/a/{}") { _, _ in }]) }
    await #expect(processExitsWith: .failure) { _ = Router([Route(.get, "/a/x{id}") { _, _ in }]) }
    await #expect(processExitsWith: .failure) { _ = Router([Route(.get, "/{a}/{a}") { _, _ in }]) }
    await #expect(processExitsWith: .failure) { _ = Router([Route(.head, "/a") { _, _ in }]) }
  }

  @Test func `a name that the pattern does not have is a bug`() async {
    await #expect(processExitsWith: .failure) { _ = HTTPRequest(method: .get, target: "/").parameter("id") }
  }

  @Test func `a request made by hand reads like one that came`() {
    let request = HTTPRequest(
      method: .post, target: "/a/b%20c?x=1&y", headers: [("Content-Type", "application/json")], body: [1, 2],
      parameters: PathParameters([("id", "7")]))
    #expect(request.path == "/a/b c")
    #expect(request.pathSegments == ["a", "b c"])
    #expect(request.query("x") == "1")
    #expect(request.query("y")?.isEmpty == true)
    #expect(request.query("z") == nil)
    #expect(request.header("CONTENT-TYPE") == "application/json")
    #expect(request.parameter("id") == "7")
    #expect(request.body == [1, 2])
  }
}
