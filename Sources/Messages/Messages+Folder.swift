internal import FoundationEssentials

extension Messages {
  /// Loads the messages from a folder with one file for each language, named after its code, such as `de.json`, and from
  /// its subfolders `receipts`, which no page loads, and `stock-take`, whose report the hub draws. From the subfolder
  /// `why`, which belongs to the page that explains a scan, only the texts about rules are loaded, since the hub explains
  /// scans too.
  ///
  /// - Parameter folder: the path of the folder.
  /// - Throws: `MessagesFault` for a file that is missing or is not a JSON object of texts.
  package init(folder: String) throws(MessagesFault) {
    var texts: [Language: [String: String]] = [:]
    for language in Language.allCases {
      var own = try Self.texts("\(folder)/\(language.rawValue).json", language)
      for part in ["receipts", "stock-take"] {
        own.merge(try Self.texts("\(folder)/\(part)/\(language.rawValue).json", language)) { own, _ in own }
      }
      let rules = try Self.texts("\(folder)/why/\(language.rawValue).json", language)
      own.merge(rules.filter { $0.key.hasPrefix("rule.") }) { own, _ in own }
      texts[language] = own
    }
    self.init(texts)
  }

  private static func texts(_ path: String, _ language: Language) throws(MessagesFault) -> [String: String] {
    guard let bytes = FileManager.default.contents(atPath: path),
      let texts = try? JSONDecoder().decode([String: String].self, from: bytes)
    else { throw MessagesFault(language: language) }
    return texts
  }
}
