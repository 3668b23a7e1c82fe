internal import FoundationEssentials

extension Messages {
  /// The catalogue of a folder: one file for each language, named after its code, as `de.json`. Of what only the page
  /// that explains a scan reads, in `why`, the sentences about rules belong to it, too: the hub explains as well.
  ///
  /// - Parameter folder: its path.
  /// - Throws: `MessagesFault` for a file that is not there, or is something else than an object of texts.
  package init(folder: String) throws(MessagesFault) {
    var texts: [Language: [String: String]] = [:]
    for language in Language.allCases {
      var own = try Self.texts("\(folder)/\(language.rawValue).json", language)
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
