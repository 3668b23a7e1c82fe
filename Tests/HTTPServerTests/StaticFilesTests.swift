import HTTPServer
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct StaticFilesTests {
  private static let files = [
    ("index.html", "<title>station</title>"), ("app.js", "go()"), ("setup.html", "<title>setup</title>"),
    ("icons/cd.svg", "<svg/>"), ("icons/index.html", "icons"), (".secret", "no"), ("odd name.txt", "odd"),
    ("{x}.txt", "brace"), ("plain", "bytes"),
  ]

  private static func pages() throws -> TemporaryFolder {
    let folder = try TemporaryFolder("deadwax-pages")
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  @Test(
    arguments: [
      ("/", "<title>station</title>", "text/html; charset=utf-8"), ("/index.html", "<title>station</title>", nil),
      ("/app.js", "go()", "text/javascript; charset=utf-8"), ("/setup", "<title>setup</title>", nil),
      ("/setup.html", "<title>setup</title>", nil), ("/icons/cd.svg", "<svg/>", "image/svg+xml"),
      ("/icons", "icons", nil), ("/odd%20name.txt", "odd", "text/plain; charset=utf-8"),
      ("/plain", "bytes", "application/octet-stream"), ("/app.js?v=3", "go()", nil),
    ] as [(String, String, String?)])
  func `a page is served`(_ path: String, _ body: String, _ contentType: String?) throws {
    let pages = try Self.pages()
    try serving(StaticFiles(directory: pages.path).routes) { server in
      let client = try Client(port: server.port)
      client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.body == body)
      if let contentType { #expect(response.headers["content-type"] == contentType) }
      #expect(response.headers["cache-control"] == "no-cache")
      #expect(response.headers["x-content-type-options"] == "nosniff")
      #expect(response.headers["referrer-policy"] == "no-referrer")
      let policy = try #require(response.headers["content-security-policy"])
      for part in ["default-src 'self'", "img-src 'self' data: blob:", "style-src 'self'", "frame-ancestors 'none'"] {
        #expect(policy.contains(part))
      }
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test(arguments: [
    "/.secret", "/%2esecret", "/icons/", "/nothing", "/../etc/passwd", "/icons/..%2fapp.js", "/{x}.txt",
  ])
  func `nothing else is`(_ path: String) throws {
    let pages = try Self.pages()
    try serving(StaticFiles(directory: pages.path).routes) { server in
      let client = try Client(port: server.port)
      client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect([400, 404].contains(try client.response().status))
    }
  }

  @Test func `a page that is known is not sent again`() throws {
    let pages = try Self.pages()
    try serving(StaticFiles(directory: pages.path).routes) { server in
      let client = try Client(port: server.port)
      client.send("GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let tag = try #require(try client.response().headers["etag"])
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        client.send("GET /app.js HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \(known)\r\n\r\n")
        let response = try client.response()
        #expect(response.status == 304)
        #expect(response.headers["etag"] == tag)
      }
      client.send("GET /app.js HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"other\"\r\n\r\n")
      #expect(try client.response().status == 200)
    }
    // A changed file has a different ETag.
    let before = try StaticFiles(directory: pages.path).pages.first { $0.name == "app.js" }?.entityTag
    try pages.write("go(1)", to: "app.js")
    #expect(try StaticFiles(directory: pages.path).pages.first { $0.name == "app.js" }?.entityTag != before)
  }

  @Test func `a missing folder is reported`() {
    #expect(throws: HTTPServerError.file(path: "/nonexistent/www", reason: "No such file or directory")) {
      try StaticFiles(directory: "/nonexistent/www")
    }
  }
}
