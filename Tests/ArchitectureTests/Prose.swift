internal import Foundation

/// The sentences of a repository that people read: comments, documents, messages and the descriptions of the API.
struct Prose {
  struct Line {
    let path: String
    /// Counted from 1.
    let number: Int
    /// Without code in backticks and without links' targets.
    let text: String

    /// In lower case.
    var words: [String] { text.split { !$0.isLetter }.map { $0.lowercased() } }
  }

  /// Comments of Swift, JavaScript and C, one entry for each line.
  let comments: [Line]
  /// Paragraphs, list items and table cells of Markdown, each whole.
  let documents: [Line]
  /// The English texts of the message catalogue, and the summaries and descriptions of the API.
  let messages: [Line]

  var all: [Line] { comments + documents + messages }

  init(sources: [SourceFile], texts: [String: String]) {
    comments =
      sources.flatMap { file in
        file.text.comments.enumerated().filter { !$0.element.isEmpty }.map {
          Line(path: file.path, number: $0.offset + 1, text: Self.withoutCode($0.element))
        }
      }
      + Self.texts(texts) { $0.hasSuffix(".js") || $0.hasSuffix(".h") }.flatMap { path, text in
        Self.lines(text).enumerated().compactMap { index, line -> Line? in
          let trimmed = line.drop { $0 == " " }
          guard ["//", "/*", "*"].contains(where: trimmed.hasPrefix) else { return nil }
          return Line(path: path, number: index + 1, text: Self.withoutCode(String(trimmed)))
        }
      }
    documents = Self.texts(texts) { $0.hasSuffix(".md") }.flatMap { path, text in
      Self.paragraphs(text).map { Line(path: path, number: $0.number, text: Self.withoutCode($0.text)) }
    }
    messages =
      Self.texts(texts) { $0.hasPrefix("www/messages/") && $0.hasSuffix("en.json") }.flatMap { path, text in
        Self.lines(text).enumerated().compactMap { index, line in
          line.firstMatch(of: /^\s*"[^"]+": "(.*)",?$/).map {
            Line(path: path, number: index + 1, text: String($0.1))
          }
        }
      }
      + Self.texts(texts) { $0 == "docs/openapi.json" }.flatMap { path, text in
        Self.lines(text).enumerated().compactMap { index, line in
          line.contains("\"summary\"") || line.contains("\"description\"")
            ? line.firstMatch(of: /^\s*"(?:summary|description)": "(.*)",?$/).map {
              Line(path: path, number: index + 1, text: Self.withoutCode(String($0.1)))
            } : nil
        }
      }
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
    if text.utf8.contains(UInt8(ascii: "`")) { text = text.replacing(/`[^`]*`/, with: "code") }
    if text.contains("](") { text = text.replacing(/\]\([^)]*\)/, with: "]") }
    if text.contains("://") { text = text.replacing(/https?:\S+/, with: "link") }
    return text
  }

  /// Lines that belong together are one paragraph; a table's row is one for each of its cells.
  private static func paragraphs(_ text: String) -> [(number: Int, text: String)] {
    var found: [(number: Int, text: String)] = []
    var isCode = false
    var isOpen = false
    for (index, line) in lines(text).enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") { isCode.toggle() }
      guard !isCode, !trimmed.isEmpty, !trimmed.hasPrefix("```"), !trimmed.hasPrefix("<!--") else {
        isOpen = false
        continue
      }
      if trimmed.hasPrefix("|") {
        found += trimmed.split(separator: "|").map { (index + 1, String($0)) }
        isOpen = false
      } else if isOpen, !trimmed.contains(/^(?:[-*#>]|\d+\.)\s/) {
        found[found.count - 1].text += " " + trimmed
      } else {
        found.append((index + 1, trimmed))
        isOpen = true
      }
    }
    return found
  }
}
