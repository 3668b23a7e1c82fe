/// The HTML that all pages have in common, with places for what a page declares: `{{title}}` and others.
struct PageShell {
  /// The name of its file in the folder of the pages. It is not a page itself.
  static let name = "shell.html"
  /// The styles of `<page-bar>`.
  private static let barStyles = ["/page/places.css", "/page/shell.css"]
  private static let places = [
    "title", "description", "fonts", "imports", "styles", "module", "body", "skip", "bar", "content",
  ]

  private let text: String

  /// - Parameter text: the content of the file.
  /// - Throws: `HTTPServerError.file` if it does not have each place once, or has other places.
  init(_ text: String) throws(HTTPServerError) {
    for place in Self.places where text.split(separator: "{{\(place)}}", omittingEmptySubsequences: false).count != 2 {
      throw .file(path: Self.name, reason: "it needs the place {{\(place)}} once")
    }
    let count = text.split(separator: "{{", omittingEmptySubsequences: false).count - 1
    guard count == Self.places.count else {
      throw .file(path: Self.name, reason: "it has a place besides \(Self.places.joined(separator: ", "))")
    }
    self.text = text
  }

  /// Returns the whole HTML of a page.
  ///
  /// - Parameters:
  ///   - page: the declaration of the page.
  ///   - path: the name of its file, for the error.
  ///   - assets: the files that the page may load.
  ///   - fonts: the addresses of fonts that every page needs for its first picture.
  /// - Returns: the HTML.
  /// - Throws: `HTTPServerError.file` if the page names a file that is not there.
  func html(
    of page: PageDeclaration, path: String, assets: PageAssets, fonts: [String]
  ) throws(HTTPServerError) -> String {
    let styles = (page.bar == .none ? [] : Self.barStyles) + page.styles
    for address in styles + [page.module] where !assets.has(address) {
      throw .file(path: path, reason: "the page loads \(address), which is not there")
    }
    let needed = try assets.modules(of: page.module)
    let values = [
      "title": Self.escaped(page.title), "description": Self.escaped(page.description), "body": page.body,
      "fonts": Self.lines(
        fonts.map { "<link rel=\"preload\" as=\"font\" type=\"\(ContentType.of($0))\" href=\"\($0)\" crossorigin>" }),
      "imports": "<script type=\"importmap\">\(assets.importMap)</script>",
      "styles": Self.lines(styles.map { "<link rel=\"stylesheet\" href=\"\($0)\">" }),
      // The browser fetches the whole graph at once, instead of one level of imports after the other.
      "module": Self.lines(
        ["<script type=\"module\" src=\"\(page.module)\"></script>"]
          + needed.map { "<link rel=\"modulepreload\" href=\"\($0)\">" }),
      "skip": page.skip.map { "<a class=\"skip\" href=\"\($0.place)\" data-t=\"\($0.key)\"></a>" } ?? "",
      "bar": page.bar == .page ? "<page-bar></page-bar>" : "",
      "content": page.content,
    ]
    var html = ""
    var rest = text[...]
    // One pass: a value never becomes a place.
    while let start = rest.firstIndex(of: "{") {
      html += rest[..<start]
      rest = rest[start...]
      guard let name = Self.places.first(where: { rest.hasPrefix("{{\($0)}}") }) else {
        html.append(rest.removeFirst())
        continue
      }
      html += values[name, default: ""]
      rest = rest.dropFirst(name.count + 4)
    }
    return assets.versioned(html + rest)
  }

  private static func lines(_ elements: [String]) -> String { elements.joined(separator: "\n  ") }

  private static func escaped(_ text: String) -> String {
    var html = ""
    for character in text {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.append(character)
      }
    }
    return html
  }
}
