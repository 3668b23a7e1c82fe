internal import Foundation

/// The sentences of a repository that people read: comments, string literals, names of tests, documents, messages and
/// the descriptions of the API.
struct Prose {
  struct Line {
    let path: String
    /// Counted from 1.
    let number: Int
    /// Without code in backticks and without links' targets.
    let text: String
    /// In lower case. Stored, because several rules read them.
    let words: [String]

    init(path: String, number: Int, text: String) {
      self.path = path
      self.number = number
      self.text = text
      words = text.lowercased().unicodeScalars.split { !$0.properties.isAlphabetic }.map(String.init)
    }
  }

  /// Comments of all languages, one entry for each line.
  let comments: [Line]
  /// String literals of Swift with at least three words. Without code such as SQL, JSON and scripts, and without the
  /// schema's migrations, which no longer change.
  let literals: [Line]
  /// The names of tests, which are sentences in backticks.
  let tests: [Line]
  /// Paragraphs, list items and table cells of Markdown, each whole.
  let documents: [Line]
  /// The English texts of the message catalogue and their descriptions, the visible texts of the pages' HTML, and the
  /// summaries and descriptions of the API.
  let messages: [Line]

  var all: [Line] { comments + literals + tests + documents + messages }

  init(sources: [SourceFile], texts: [String: String]) {
    comments =
      sources.flatMap(Self.comments) + Self.marks.flatMap { Self.comments(texts, of: $0.endings, with: $0.marks) }
    literals = sources.filter { !Self.isWithoutProse($0.path) }.flatMap(Self.literals)
    tests = sources.filter { $0.isTest && !Self.isWithoutProse($0.path) }.flatMap {
      Self.testNames(texts[$0.path] ?? "", path: $0.path)
    }
    documents = Self.texts(texts) { $0.hasSuffix(".md") }.flatMap { path, text in
      Self.paragraphs(text, cells: path == "docs/glossary.md" ? 2 : .max).map {
        Line(path: path, number: $0.number, text: Self.withoutCode($0.text))
      }
    }
    messages = Self.catalogue(texts) + Self.pages(texts) + Self.descriptions(texts["docs/openapi.json"] ?? "")
  }

  /// The beginnings of comment lines, by the endings of files.
  private static let marks: [(endings: Set<String>, marks: [String])] = [
    (["js", "h", "c", "css"], ["//", "/*", "*"]),
    (["py", "sh", "ini", "conf", "rules", "service", "yml", "dev"], ["#", "\"\"\""]),
  ]

  /// Returns the ending of a path without its dot; the name if it has none.
  private static func ending(_ path: String) -> String {
    String(path.split(separator: "/").last?.split(separator: ".").last ?? "")
  }

  /// Returns true for sources whose literals and names of tests are not checked: old migrations, and the examples of
  /// the rules for language.
  private static func isWithoutProse(_ path: String) -> Bool {
    path.contains("/Migrations/") || path.hasSuffix("/Rule+Language.swift")
  }

  private static func isCatalogue(_ path: String) -> Bool {
    (path.hasPrefix("www/messages/") && path.hasSuffix("en.json"))
      || (path.hasPrefix("docs/messages/") && path.hasSuffix(".json"))
  }

  private static func comments(of file: SourceFile) -> [Line] {
    file.text.comments.enumerated().filter { !$0.element.isEmpty }.map {
      Line(path: file.path, number: $0.offset + 1, text: withoutCode(withoutParameter($0.element)))
    }
  }

  private static func comments(_ texts: [String: String], of endings: Set<String>, with marks: [String]) -> [Line] {
    Self.texts(texts) { endings.contains(ending($0)) }.flatMap { path, text in
      lines(text).enumerated().compactMap { index, line -> Line? in
        let trimmed = line.drop { $0 == " " }
        guard marks.contains(where: trimmed.hasPrefix) else { return nil }
        return Line(path: path, number: index + 1, text: withoutCode(String(trimmed)))
      }
    }
  }

  private static func catalogue(_ texts: [String: String]) -> [Line] {
    Self.texts(texts, isCatalogue).flatMap { path, text in
      lines(text).enumerated().compactMap { index, line in
        line.firstMatch(of: Patterns.shared.message).map {
          Line(path: path, number: index + 1, text: String($0.1))
        }
      }
    }
  }

  /// Returns the visible texts of the pages' HTML.
  private static func pages(_ texts: [String: String]) -> [Line] {
    Self.texts(texts) { $0.hasSuffix(".html") }.flatMap { path, text in
      lines(text).enumerated().flatMap { index, line in
        line.matches(of: Patterns.shared.visible).map {
          Line(path: path, number: index + 1, text: String($0.1 ?? $0.2 ?? $0.3 ?? ""))
        }
      }
    }
  }

  /// Returns the summaries and descriptions of the API.
  private static func descriptions(_ text: String) -> [Line] {
    lines(text).enumerated().compactMap { index, line -> Line? in
      guard line.has("\"summary\"") || line.has("\"description\""),
        let match = line.firstMatch(of: Patterns.shared.description)
      else { return nil }
      let sentences = String(match.1).replacingOccurrences(of: "\\n", with: " ")
      return Line(path: "docs/openapi.json", number: index + 1, text: withoutCode(sentences))
    }
  }

  /// Characters that are in lines of code and JSON, and not in sentences.
  private static let codeMarks = Set("{}$=".utf8)

  private static func isSQL(_ text: String) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "FROM", "WHERE", "JOIN"].contains { text.has($0) }
  }

  private static func literals(of file: SourceFile) -> [Line] {
    file.text.literals.flatMap { literal -> [Line] in
      guard literal.text.utf8.contains(UInt8(ascii: " ")), !Self.isSQL(literal.text) else { return [] }
      let values =
        literal.text.contains("\\")
        ? literal.text.replacing(Patterns.shared.interpolation, with: "value") : literal.text
      return lines(values).enumerated().compactMap { index, line in
        line.split(separator: " ").count > 2 && !line.utf8.contains(where: codeMarks.contains)
          ? Line(path: file.path, number: literal.line + index, text: withoutCode(String(line))) : nil
      }
    }
  }

  private static func testNames(_ text: String, path: String) -> [Line] {
    guard text.has("func `") else { return [] }
    return lines(text).enumerated().compactMap { index, line in
      line.has("func `")
        ? line.firstMatch(of: Patterns.shared.testName).map { Line(path: path, number: index + 1, text: String($0.1)) }
        : nil
    }
  }

  /// Returns a comment without the name of the parameter that it describes.
  private static func withoutParameter(_ comment: String) -> String {
    guard comment.hasPrefix("///"), comment.has("- ") else { return comment }
    return comment.replacing(Patterns.shared.parameter, with: "///")
  }

  private static func texts(_ texts: [String: String], _ isIncluded: (String) -> Bool) -> [(path: String, text: String)]
  {
    texts.filter { isIncluded($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Each replacement is tried only where its first character occurs: there are some 50,000 lines.
  private static func withoutCode(_ text: String) -> String {
    var text = text
    if text.utf8.contains(UInt8(ascii: "`")) { text = text.replacing(Patterns.shared.code, with: "code") }
    if text.has("](") { text = text.replacing(Patterns.shared.linkTarget, with: "]") }
    if text.has("://") { text = text.replacing(Patterns.shared.address, with: "link") }
    return text
  }

  /// Lines that belong together are one paragraph; a table's row is one for each of its first cells.
  private static func paragraphs(_ text: String, cells: Int) -> [(number: Int, text: String)] {
    var found: [(number: Int, text: String)] = []
    var isCode = false
    var isOpen = false
    for (index, line) in lines(text).enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") { isCode.toggle() }
      let isIndentedCode = !isOpen && line.hasPrefix("    ") && !trimmed.contains(Patterns.shared.item)
      guard !isCode, !isIndentedCode, !trimmed.isEmpty, !trimmed.hasPrefix("```"), !trimmed.hasPrefix("<!--") else {
        isOpen = false
        continue
      }
      if trimmed.hasPrefix("|") {
        found += trimmed.split(separator: "|").prefix(cells).map { (index + 1, String($0)) }
        isOpen = false
      } else if isOpen, !trimmed.contains(Patterns.shared.item) {
        found[found.count - 1].text += " " + trimmed
      } else {
        found.append((index + 1, trimmed))
        isOpen = true
      }
    }
    return found
  }
}
