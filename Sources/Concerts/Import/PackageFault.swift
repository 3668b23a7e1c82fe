/// The reason why one file of a package is skipped, as a sentence.
struct PackageFault: Error, Hashable {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// The fault of a text that is not the expected JSON.
  init(_ error: DecodingError) {
    func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
      let keys = (context.codingPath + [last].compactMap(\.self)).map {
        $0.intValue.map { "[\($0)]" } ?? $0.stringValue
      }
      return keys.isEmpty ? "The file" : "'\(keys.joined(separator: "."))'"
    }
    switch error {
    case .keyNotFound(let key, let context): sentence = "\(path(context, key)) is missing."
    case .valueNotFound(_, let context): sentence = "\(path(context)) is null."
    case .typeMismatch(_, let context): sentence = "\(path(context)) has a value of another type."
    case .dataCorrupted(let context): sentence = "\(path(context)) is not valid JSON, or a number is too large."
    @unknown default: sentence = "The file cannot be read."
    }
  }
}
