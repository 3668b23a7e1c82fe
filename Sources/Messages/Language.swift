/// A language of the user interface. The raw value is its ISO 639 code.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"

  /// Returns the plural category of a whole number: `0 prêt` is singular in French, `0 loans` is plural in English.
  ///
  /// - Parameter count: the number, without decimals, from 0 on.
  /// - Returns: the category (Unicode CLDR 46, plural rules for cardinals).
  package func pluralCategory(of count: Int) -> PluralCategory {
    switch self {
    case .english, .german: count == 1 ? .one : .other
    case .french: count == 0 || count == 1 ? .one : count % 1_000_000 == 0 ? .many : .other
    }
  }
}
