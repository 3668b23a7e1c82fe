import Foundation
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

  private static let long = String(repeating: "export const name = (one) => one.name;\n", count: 200)

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br", true), ("br;q=1.0, GZIP ; q=0.5", true), ("*", true), ("x-gzip", true),
    ("gzip;q=0", false), ("gzip;q=0.000, *", false), ("*;q=0", false), ("br, deflate", false), ("", false),
    ("gzipped", false), (nil, false),
  ])
  func `a page is compressed for a client that accepts it`(_ accepted: String?, _ isCompressed: Bool) throws {
    let pages = try Self.pages()
    try pages.write(Self.long, to: "long.js")
    try serving(StaticFiles(directory: pages.path).routes) { server in
      let client = try Client(port: server.port)
      let field = accepted.map { "Accept-Encoding: \($0)\r\n" } ?? ""
      client.send("GET /long.js HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.headers["content-encoding"] == (isCompressed ? "gzip" : nil))
      #expect(response.headers["vary"] == "Accept-Encoding")
      #expect(response.headers["content-type"] == "text/javascript; charset=utf-8")
      let length = try #require(response.headers["content-length"].flatMap { Int($0) })
      if isCompressed {
        #expect(length < Self.long.utf8.count / 10)
      } else {
        #expect(response.body == Self.long)
      }
      // Each form has an entity tag of its own, and only that one is known.
      let tag = try #require(response.headers["etag"])
      #expect(tag.hasSuffix("-gzip\"") == isCompressed)
      client.send("GET /long.js HTTP/1.1\r\nHost: localhost\r\n\(field)If-None-Match: \(tag)\r\n\r\n")
      let again = try client.response()
      #expect(again.status == 304 && again.headers["etag"] == tag)
      let other = isCompressed ? "" : "Accept-Encoding: gzip\r\n"
      client.send("GET /long.js HTTP/1.1\r\nHost: localhost\r\n\(other)If-None-Match: \(tag)\r\n\r\n")
      #expect(try client.response().status == 200)
    }
  }

  @Test func `a compressed page is the page, as another program expands it`() throws {
    let pages = try TemporaryFolder("deadwax-pages")
    var text = ""
    for number in 0..<20_000 { text += "\(number &* 2_654_435_761 % 1_000_003) line\n" }
    try pages.write(text, to: "numbers.txt")
    let packed = try #require(try StaticFiles(directory: pages.path).pages.first?.compressed)
    #expect(try StaticFiles(directory: pages.path).pages.first?.compressed == packed)
    try Data(packed).write(to: URL(fileURLWithPath: pages.path("numbers.gz")))
    let gzip = Process()
    let output = Pipe()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    gzip.arguments = ["-dc", pages.path("numbers.gz")]
    gzip.standardOutput = output
    try gzip.run()
    let expanded = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    #expect(gzip.terminationStatus == 0)
    #expect(String(decoding: expanded, as: UTF8.self) == text)
  }

  @Test func `a page that would not be smaller is sent as it is`() throws {
    let pages = try Self.pages()
    try serving(StaticFiles(directory: pages.path).routes) { server in
      let client = try Client(port: server.port)
      client.send("GET /app.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
      let response = try client.response()
      #expect(response.body == "go()" && response.headers["content-encoding"] == nil && response.headers["vary"] == nil)
    }
  }

  @Test func `a missing folder is reported`() {
    #expect(throws: HTTPServerError.file(path: "/nonexistent/www", reason: "No such file or directory")) {
      try StaticFiles(directory: "/nonexistent/www")
    }
  }
}
