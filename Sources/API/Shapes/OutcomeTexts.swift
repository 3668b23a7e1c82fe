internal import Deadwax
internal import Messages

/// A cache of the texts of the outcomes in one list. Many rows have the same text, and building it costs more than
/// writing it.
final class OutcomeTexts {
  typealias Texts = (title: String, detail: String)

  private struct Key: Hashable {
    var outcome: Outcome
    var language: String?
  }

  private var texts: [Key: Texts] = [:]
  /// The previous row's texts. Equal rows often follow one another, and a comparison is cheaper than a look-up.
  private var last: (key: Key, texts: Texts)?
  private let anyCopy = Copy.ID.absent

  /// Returns the title and detail of an outcome, in the language of its station.
  func texts(_ outcome: Outcome, in language: String?, _ words: LanguageTexts) -> Texts {
    var alike = outcome
    // No text depends on the release or the copy, only on the presence of a copy.
    alike.release = nil
    if alike.copy != nil { alike.copy = anyCopy }
    let key = Key(outcome: alike, language: language)
    if let last, last.key == key { return last.texts }
    let now = texts[key] ?? (title: words.title(of: outcome), detail: words.detail(of: outcome))
    texts[key] = now
    last = (key, now)
    return now
  }
}
