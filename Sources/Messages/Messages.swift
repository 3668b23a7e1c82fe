internal import FoundationEssentials

/// All texts of the hub and its pages: a flat table of keys and texts for each language.
///
/// A text has placeholders in braces, such as `{due}`. A key can have variants with a suffix: `.one` or `.many`
/// for a plural category of its count, and `.bare` if the value of a placeholder is not known.
package struct Messages: Sendable {
  private let texts: [Language: [String: String]]

  /// - Parameter texts: the texts by language and key.
  package init(_ texts: [Language: [String: String]]) { self.texts = texts }

  /// Parses the texts.
  ///
  /// - Parameter files: the bytes of the JSON file of each language, one object of texts.
  /// - Throws: `MessagesFault` for any other content.
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

  /// Returns all keys of a language.
  package func keys(_ language: Language) -> Set<String> { Set(texts[language, default: [:]].keys) }

  /// Returns a text with its placeholders. If the language has none, returns the English text.
  package func raw(_ key: String, in language: Language) -> String? {
    texts[language]?[key] ?? texts[.english]?[key]
  }

  /// Returns a text with its values filled in. For a key that no language has, returns the key.
  ///
  /// - Parameters:
  ///   - key: the key, such as `desk.loans-open`.
  ///   - language: the language. If it lacks the key, the text is English.
  ///   - values: the values by the names of the placeholders. If one is missing, the `.bare` variant is used if it
  ///     exists. Otherwise the placeholder becomes an ellipsis.
  /// - Returns: the text.
  package func text(_ key: String, in language: Language, _ values: [String: String] = [:]) -> String {
    guard let text = raw(key, in: language) else { return key }
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let names = Self.placeholders(of: text)
    if let bare = raw("\(key).bare", in: language), names.contains(where: { values[$0] == nil }) {
      return Self.filled(bare, values)
    }
    if let count = names.first(where: Self.counts.contains).flatMap({ values[$0] }).flatMap({ Int($0) }),
      case let category = language.pluralCategory(of: count), category != .other,
      let form = raw("\(key).\(category.rawValue)", in: language)
    {
      return Self.filled(form, values)
    }
    return Self.filled(text, values)
  }

  /// The placeholders whose value selects the plural category.
  package static let counts: Set<String> = ["count", "parts", "days", "renewals", "open", "overdue", "limit"]

  /// Returns the names in braces, in order.
  package static func placeholders(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: UInt8(ascii: "}")).map { String(Substring(part[..<$0])) } }
  }

  private static func filled(_ text: String, _ values: [String: String]) -> String {
    // This works on bytes: a brace is never part of another UTF-8 sequence, and finding characters is slow.
    var parts = text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)[...]
    guard var filled = parts.popFirst().map({ String(Substring($0)) }) else { return "" }
    for part in parts {
      guard let end = part.firstIndex(of: UInt8(ascii: "}")) else {
        filled += "{" + Substring(part)
        continue
      }
      filled += values[String(Substring(part[..<end]))] ?? "…"
      filled += Substring(part[part.index(after: end)...])
    }
    return filled
  }
}
