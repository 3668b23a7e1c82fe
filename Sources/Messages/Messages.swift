internal import FoundationEssentials

/// The one catalogue of words, for the hub and for its pages: flat tables of key and text, one for each language.
///
/// A text has placeholders in braces, such as `{due}`. Beside a key there may be others with a suffix: `.one` for a
/// count of one, `.bare` for when a value of its placeholders is not known.
package struct Messages: Sendable {
  private let texts: [Language: [String: String]]

  /// - Parameter texts: by language, text by key.
  package init(_ texts: [Language: [String: String]]) { self.texts = texts }

  /// - Parameter files: by language the bytes of its JSON file, one object of texts.
  /// - Throws: `MessagesFault` for a file that is something else.
  package init(files: [Language: [UInt8]]) throws(MessagesFault) {
    var texts: [Language: [String: String]] = [:]
    for (language, bytes) in files {
      do {
        texts[language] = try JSONDecoder().decode([String: String].self, from: Data(bytes))
      } catch {
        throw MessagesFault(language: language)
      }
    }
    self.texts = texts
  }

  /// Every key of a language.
  package func keys(_ language: Language) -> Set<String> { Set(texts[language, default: [:]].keys) }

  /// The text as it stands in the catalogue, with its placeholders; English where the language has none.
  package func raw(_ key: String, in language: Language) -> String? {
    texts[language]?[key] ?? texts[.english]?[key]
  }

  /// A text with its values put in. A key that no language has is its own text.
  ///
  /// - Parameters:
  ///   - key: as `desk.loans-open`.
  ///   - language: falls back to English.
  ///   - values: by the name of the placeholder. One that is missing takes the key's `.bare` text where there is one,
  ///     and is an ellipsis otherwise.
  /// - Returns: the text.
  package func text(_ key: String, in language: Language, _ values: [String: String] = [:]) -> String {
    guard let text = raw(key, in: language) else { return key }
    let names = Self.placeholders(of: text)
    if let bare = raw("\(key).bare", in: language), names.contains(where: { values[$0] == nil }) {
      return Self.filled(bare, values)
    }
    if let count = names.first(where: Self.counts.contains).flatMap({ values[$0] }),
      count == "1" || (count == "0" && language.countsZeroAsOne), let one = raw("\(key).one", in: language)
    {
      return Self.filled(one, values)
    }
    return Self.filled(text, values)
  }

  /// The placeholders by whose value one is told from many.
  package static let counts: Set<String> = ["count", "parts", "days", "renewals", "open", "overdue", "limit"]

  /// The names in braces, in their order.
  package static func placeholders(of text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } }
  }

  private static func filled(_ text: String, _ values: [String: String]) -> String {
    var parts = text.split(separator: "{", omittingEmptySubsequences: false)[...]
    guard var filled = parts.popFirst().map(String.init) else { return "" }
    for part in parts {
      guard let end = part.firstIndex(of: "}") else {
        filled += "{" + part
        continue
      }
      filled += values[String(part[..<end])] ?? "…"
      filled += part[part.index(after: end)...]
    }
    return filled
  }
}

/// A file of the catalogue that is not there, or is not one object of texts.
package struct MessagesFault: Error, CustomStringConvertible {
  package let language: Language

  package var description: String {
    "messages/\(language.rawValue).json is missing, or is not one JSON object of texts."
  }
}
