/// A page of the hub: what its head has, and the content of its body. The shell is the same for all pages.
///
/// Its file begins with lines `name: value` and an empty line; the rest is HTML.
struct PageDeclaration {
  /// The frame before the content.
  enum Bar: String, CaseIterable {
    /// `<page-bar>` with its styles.
    case page
    /// The styles alone: the content begins with its own `<page-bar>`.
    case own
    /// Neither.
    case none
  }

  private static let needed = ["title", "description", "body", "bar", "module"]
  private static let known = needed + ["skip", "styles"]

  /// The title and the description, without markup.
  let title: String
  let description: String
  /// The attributes of the body, as HTML.
  let body: String
  /// The place that the first link leads to, and the key of the link's text; nil for a page without such a link.
  let skip: (place: String, key: String)?
  let bar: Bar
  /// The addresses of the stylesheets besides those of the shell, and of the module.
  let styles: [String]
  let module: String
  /// The content of the body, as HTML.
  let content: String

  /// Reads a declaration.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - path: the name of the file, for the error.
  /// - Throws: `HTTPServerError.file` with the line that is wrong, or the field that is missing.
  init(_ text: String, path: String) throws(HTTPServerError) {
    var fields: [String: String] = [:]
    var rest = text[...]
    var number = 0
    while let end = rest.firstIndex(of: "\n") {
      let line = rest[..<end]
      rest = rest[rest.index(after: end)...]
      number += 1
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":"), Self.known.contains(String(line[..<colon])) else {
        throw .file(
          path: path,
          reason: "line \(number) is '\(line)', but a page begins with lines "
            + "\(Self.known.map { "'\($0): …'" }.joined(separator: ", ")), and an empty line follows them")
      }
      let name = String(line[..<colon])
      guard fields[name] == nil else { throw .file(path: path, reason: "line \(number) is a second '\(name)'") }
      fields[name] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    if let missing = Self.needed.first(where: { fields[$0, default: ""].isEmpty }) {
      throw .file(path: path, reason: "the page has no '\(missing): …'")
    }
    guard let bar = Bar(rawValue: fields["bar", default: ""]) else {
      let words = Bar.allCases.map(\.rawValue).joined(separator: ", ")
      throw .file(path: path, reason: "'bar: \(fields["bar", default: ""])' is none of \(words)")
    }
    let skip = fields["skip"]?.split(separator: " ").map(String.init)
    guard skip == nil || skip?.count == 2 else {
      throw .file(path: path, reason: "'skip:' needs a place and the key of a text, such as '#main page.to-list'")
    }
    title = fields["title", default: ""]
    description = fields["description", default: ""]
    body = fields["body", default: ""]
    self.skip = skip.map { ($0[0], $0[1]) }
    self.bar = bar
    styles = fields["styles", default: ""].split(separator: " ").map(String.init)
    module = fields["module", default: ""]
    content = String(rest)
  }
}
