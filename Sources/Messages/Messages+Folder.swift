internal import FoundationEssentials

extension Messages {
  /// The catalogue of a folder: one file for each language, named after its code, as `de.json`.
  ///
  /// - Parameter folder: its path.
  /// - Throws: `MessagesFault` for a file that is not there, or is something else than an object of texts.
  package init(folder: String) throws(MessagesFault) {
    var files: [Language: [UInt8]] = [:]
    for language in Language.allCases {
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(language.rawValue).json") else {
        throw MessagesFault(language: language)
      }
      files[language] = [UInt8](bytes)
    }
    try self.init(files: files)
  }
}
