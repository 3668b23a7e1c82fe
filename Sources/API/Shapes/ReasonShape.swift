internal import Deadwax
internal import Messages
internal import Wire

extension JSONWriter {
  /// Writes codes with their texts, in the language of a station; nothing if there are no codes.
  mutating func reasons(_ name: StaticString, _ codes: [Outcome.Code], of outcome: Outcome, _ words: LanguageTexts) {
    guard !codes.isEmpty else { return }
    key(name)
    array(codes) { json, code in
      let texts = words.texts(code, of: outcome)
      json.object { json in
        json.member("code", code.rawValue)
        json.member("title", texts.title)
        json.member("detail", texts.detail)
      }
    }
  }
}
