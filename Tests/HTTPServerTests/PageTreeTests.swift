import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct PageTreeTests {
  private static let shell = """
    <!doctype html>
    <html><head><title>{{title}} · Here</title><meta name="description" content="{{description}}">
    {{fonts}}{{imports}}<script src="/first.js"></script>
    {{styles}}
    {{module}}</head>
    <body {{body}}>{{skip}}{{bar}}
    {{content}}</body></html>
    """

  private static let files = [
    ("shell.html", shell),
    (
      "index.html",
      """
      title: Home & <more>
      description: The "first" page
      body: class="home" data-mode="none"
      skip: #main page.to-list
      bar: page
      styles: /start/home.css
      module: /start/home.js

      <main id="main"><svg><use href="/icons.svg#a"/></svg><a href="/plain">{{title}}</a></main>

      """
    ),
    ("plain.html", "title: Plain\ndescription: Less\nbody: class=\"x\"\nbar: none\nmodule: /hub/words.js\n\n<p></p>\n"),
    ("whole.html", "<!doctype html><title>whole</title>"), ("first.js", "first()"), ("icons.svg", "<svg/>"),
    ("page/places.css", "a {}"), ("page/shell.css", "b {}"), ("start/home.css", "c {}"),
    (
      "start/home.js",
      """
      import { t } from "/hub/words.js";
      import {
        later, more,
      } from "/start/more.js";
      // import "/never.js";
      /** @param {import("/hub/types.js").Thing} thing */
      export const one = async () => import("/start/lazy.js");
      """
    ),
    ("start/more.js", "export { t } from \"/hub/words.js\";\nimport \"/start/deep.js\";\n"),
    ("start/deep.js", "import { t } from \"/hub/words.js\";\n"), ("start/lazy.js", "lazy()"),
    ("hub/words.js", "words()"),
    ("hub/types.js", "types()"), ("messages/en.json", "{}"),
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder("deadwax-pages")
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  private static func tree(_ change: (TemporaryFolder) throws -> Void = { _ in }) throws -> PageTree {
    let folder = try Self.folder()
    try change(folder)
    return try PageTree(directory: folder.path, fonts: ["/fonts/text.ttf"], sha256: { "digest of \($0)" })
  }

  private static func html(_ name: String, in tree: PageTree) throws -> String {
    String(decoding: try #require(tree.pages.pages.first { $0.name == name }).bytes, as: UTF8.self)
  }

  @Test func `a page is its declaration in the shell of all pages`() throws {
    let tree = try Self.tree()
    let html = try Self.html("index.html", in: tree)
    let base = "/a/\(tree.version)"
    #expect(
      html == """
        <!doctype html>
        <html><head><title>Home &amp; &lt;more&gt; · Here</title><meta name="description" content="The &quot;first&quot; page">
        <link rel="preload" as="font" type="font/ttf" href="/fonts/text.ttf" crossorigin>\
        <script type="importmap">{"imports":{"/":"\(base)/"}}</script><script src="\(base)/first.js"></script>
        <link rel="stylesheet" href="\(base)/page/places.css">
          <link rel="stylesheet" href="\(base)/page/shell.css">
          <link rel="stylesheet" href="\(base)/start/home.css">
        <script type="module" src="\(base)/start/home.js"></script>
          <link rel="modulepreload" href="\(base)/hub/words.js">
          <link rel="modulepreload" href="\(base)/start/more.js">
          <link rel="modulepreload" href="\(base)/start/deep.js"></head>
        <body class="home" data-mode="none"><a class="skip" href="#main" data-t="page.to-list"></a><page-bar></page-bar>
        <main id="main"><svg><use href="\(base)/icons.svg#a"/></svg><a href="/plain">{{title}}</a></main>
        </body></html>
        """)
    let plain = try Self.html("plain.html", in: tree)
    #expect(!plain.contains("page-bar") && !plain.contains("class=\"skip\"") && !plain.contains("stylesheet"))
    #expect(try Self.html("whole.html", in: tree) == "<!doctype html><title>whole</title>")
  }

  @Test func `pages are asked for each time, and what they load is stored for a year`() throws {
    let tree = try Self.tree()
    try serving(tree.routes) { server in
      let client = try Client(port: server.port)
      func get(_ path: String) throws -> (status: Int, body: String, headers: [String: String]) {
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let response = try client.response()
        return (response.status, response.body, response.headers)
      }
      for path in ["/", "/plain", "/whole", "/index.html"] {
        let page = try get(path)
        #expect(page.status == 200 && page.headers["cache-control"] == "no-cache" && page.headers["etag"] != nil)
      }
      for (path, type) in [
        ("/start/home.js", "text/javascript; charset=utf-8"), ("/start/home.css", "text/css; charset=utf-8"),
        ("/icons.svg", "image/svg+xml"), ("/messages/en.json", "application/json"),
      ] {
        let stored = try get("/a/\(tree.version)\(path)")
        #expect(stored.status == 200 && stored.headers["content-type"] == type)
        #expect(stored.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect((stored.headers["content-security-policy"] != nil) == path.hasSuffix(".svg"))
        // A page that was open before an update still gets its parts, and does not store them as its own.
        let other = try get("/a/0123456789ab\(path)")
        #expect(other.body == stored.body && other.headers["cache-control"] == "no-store")
        let plain = try get(path)
        #expect(plain.body == stored.body && plain.headers["cache-control"] == "no-cache")
      }
      for path in ["/shell.html", "/shell", "/a/\(tree.version)/index.html", "/a/\(tree.version)/nothing.js", "/a"] {
        #expect(try get(path).status == 404, "\(path)")
      }
    }
  }

  @Test func `the import map is the only inline script that the policy of a page allows`() throws {
    let tree = try Self.tree()
    let html = try Self.html("index.html", in: tree)
    let map = try #require(html.firstMatch(of: /<script type="importmap">(.*?)<\/script>/)?.1)
    try serving(tree.routes) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let policy = try #require(try client.response().headers["content-security-policy"])
      #expect(policy.contains(" script-src 'self' 'sha256-digest of \(map)';"))
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test func `any changed asset gives another version, and a changed page does not`() throws {
    let version = try Self.tree().version
    #expect(version.wholeMatch(of: /[0-9a-f]{12}/) != nil)
    #expect(try Self.tree().version == version)
    #expect(try Self.tree { try $0.write("c { }", to: "start/home.css") }.version != version)
    #expect(try Self.tree { try $0.write("", to: "new.css") }.version != version)
    #expect(try Self.tree { try $0.write("<p>", to: "whole.html") }.version == version)
  }

  @Test(
    arguments: [
      ("plain.html", "tilte: Plain\n\n", "line 1 is 'tilte: Plain', but a page begins with lines"),
      ("plain.html", "title: Plain\nno colon\n\n", "line 2 is 'no colon'"),
      ("plain.html", "title: Plain\ntitle: Plain\n\n", "line 2 is a second 'title'"),
      ("plain.html", "title: Plain\nbody: a\nbar: none\nmodule: /first.js\n\n", "the page has no 'description: …'"),
      (
        "plain.html", "title: P\ndescription: L\nbody: a\nbar: wide\nmodule: /first.js\n\n",
        "'bar: wide' is none of page, own, none"
      ),
      (
        "plain.html", "title: P\ndescription: L\nbody: a\nbar: none\nskip: #a\nmodule: /first.js\n\n",
        "'skip:' needs a place and the key of a text"
      ),
      (
        "plain.html", "title: P\ndescription: L\nbody: a\nbar: none\nmodule: /gone.js\n\n",
        "the page loads /gone.js, which is not there"
      ),
      ("start/deep.js", "import \"/gone.js\";\n", "it imports /gone.js, which is not there"),
      ("shell.html", "{{title}}", "it needs the place {{description}} once"),
      ("shell.html", shell + "{{titel}}", "it has a place besides title,"),
      ("shell.html", shell + "{{title}}", "it needs the place {{title}} once"),
    ])
  func `a wrong file is named with the reason`(_ name: String, _ text: String, _ reason: String) throws {
    let error = #expect(throws: HTTPServerError.self) { try Self.tree { try $0.write(text, to: name) } }
    guard case .file(let path, let found) = error else { throw try #require(error) }
    #expect(path == name)
    #expect(found.hasPrefix(reason), "\(found)")
  }

  @Test func `a folder without a shell is reported`() throws {
    let folder = try TemporaryFolder("deadwax-pages")
    #expect(throws: HTTPServerError.file(path: folder.path, reason: "there is no shell.html")) {
      try PageTree(directory: folder.path, fonts: [], sha256: { $0 })
    }
  }

  /// The pages that the repository has.
  @Test func `every page of Deadwax is composed`() throws {
    let tree = try PageTree(directory: Repository.path("www"), fonts: [], sha256: { $0 })
    #expect(tree.pages.pages.count > 14)
    for page in tree.pages.pages {
      let html = String(decoding: page.bytes, as: UTF8.self)
      #expect(html.contains("<script type=\"importmap\">") && html.contains("<noscript>"), "\(page.name)")
      #expect(!html.contains("{{"), "\(page.name)")
    }
  }
}
