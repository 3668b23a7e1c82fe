package import Deadwax
package import Messages

/// The text of a notice, with placeholders in braces. It is that of one kind in one language.
package struct NoticeTemplate: Hashable, Sendable {
  /// The kind and the language, as text `hold-ready.en`.
  package struct ID: Hashable, Sendable {
    package var kind: NoticeKind
    package var language: Language

    package init(_ kind: NoticeKind, _ language: Language) {
      self.kind = kind
      self.language = language
    }

    /// Parses the text form. Returns nil for any other text.
    package init?(_ text: String) {
      let halves = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard halves.count == 2, let kind = NoticeKind(rawValue: halves[0]), let language = Language(rawValue: halves[1])
      else { return nil }
      self.init(kind, language)
    }

    package var text: String { "\(kind.rawValue).\(language.rawValue)" }

    /// All templates, by kind and language.
    package static let all = NoticeKind.allCases.flatMap { kind in Language.allCases.map { ID(kind, $0) } }
  }

  package var id: ID
  package var subject: String
  package var body: String

  package init(id: ID, subject: String, body: String) {
    self.id = id
    self.subject = subject
    self.body = body
  }

  /// The names of the values that a notice of a kind can show.
  package static func placeholders(of kind: NoticeKind) -> [String] {
    kind.isAboutHold ? ["name", "title", "due"] : ["name", "items", "count"]
  }

  /// The longest subject and the longest body, in characters.
  package static let longest = (subject: 200, body: 5000)

  /// Returns the fault of a text; nil if it can be a template of a kind.
  ///
  /// - Parameters:
  ///   - text: the subject or the body.
  ///   - kind: the kind of the notice.
  ///   - limit: the largest number of characters.
  /// - Returns: a sentence for staff.
  package static func fault(of text: String, for kind: NoticeKind, atMost limit: Int) -> String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return "It cannot be empty." }
    guard text.count <= limit else { return "It must have at most \(limit) characters." }
    let known = placeholders(of: kind)
    let choice = "Use \(known.map { "{\($0)}" }.joined(separator: ", "))."
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{" else { return "A brace } has no opening brace before it. \(choice)" }
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(where: { $0 == "{" || $0 == "}" }), inside[close] == "}" else {
        return "A brace { is not closed. \(choice)"
      }
      let name = String(inside[..<close])
      guard known.contains(name) else { return "{\(name.prefix(40))} is not a placeholder of this notice. \(choice)" }
      rest = inside[inside.index(after: close)...]
    }
    return nil
  }

  /// Returns a text with the values in place of the placeholders. Braces in a value stay as they are.
  static func filled(_ text: String, _ values: [String: String]) -> String {
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}"), let value = values[String(inside[..<close])] else {
        filled += "{"
        rest = inside
        continue
      }
      filled += value
      rest = inside[inside.index(after: close)...]
    }
    return filled + rest
  }
}
