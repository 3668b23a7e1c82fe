package import Deadwax

/// The texts in one language, as one station or one letter uses them.
package struct LanguageTexts: Sendable {
  package let messages: Messages
  package let language: Language
  /// The ISO 4217 code of the currency.
  package var currency: String
  /// Returns the offset of the library's clock from UTC at a time, in seconds.
  package var ahead: @Sendable (Timestamp) -> Int

  /// Creates the texts in a language.
  ///
  /// - Parameters:
  ///   - messages: the texts in all languages.
  ///   - language: the language to use.
  ///   - currency: the ISO 4217 code of the currency of fees.
  ///   - ahead: returns the offset of the library's clock from UTC at a time, in seconds.
  package init(
    _ messages: Messages, language: Language, currency: String = "EUR",
    ahead: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    self.messages = messages
    self.language = language
    self.currency = currency
    self.ahead = ahead
  }

  /// Returns a text with its values filled in.
  package func text(_ key: String, _ values: [String: String] = [:]) -> String {
    messages.text(key, in: language, values)
  }

  /// Returns true if there is a text for the key.
  package func has(_ key: String) -> Bool { messages.raw(key, in: language) != nil }

  /// Returns the day in words: "4 December 2026".
  package func day(_ time: Timestamp) -> String {
    let seconds = (Double(time.milliseconds) / 1000).rounded(.down) + Double(ahead(time))
    return day(CivilDate(daysSince1970: Int((seconds / 86_400).rounded(.down))))
  }

  /// Returns the day in words: "4 December 2026".
  package func day(_ date: CivilDate) -> String {
    text(
      "date.long",
      [
        "day": date.day == 1 ? text("date.first") : "\(date.day)",
        "month": text("date.month.\(date.month)"),
        "year": "\(date.year)",
      ])
  }

  /// Returns an amount in the library's currency: "2.40 EUR".
  ///
  /// - Parameter minor: the amount in the smallest unit of the library's currency.
  /// - Returns: the amount, with the decimal mark of the language.
  package func money(_ minor: Int) -> String { money(minor, in: currency) }

  /// Returns an amount in any currency, given in its smallest unit.
  package func money(_ minor: Int, in currency: String) -> String {
    let digits = Currency(currency)?.minorDigits ?? 2
    var number = "\(abs(minor))"
    if digits > 0 {
      number = String(repeating: "0", count: max(0, digits + 1 - number.utf8.count)) + number
      number = number.dropLast(digits) + text("money.mark") + number.suffix(digits)
    }
    return "\(minor < 0 ? "−" : "")\(number)\u{A0}\(currency)"
  }

  /// Returns a place in words: "Shelf 1, slot 3".
  package func place(_ location: Location) -> String {
    location.slotNumber.map { text("location.slot", ["place": location.placeName, "slot": "\($0)"]) }
      ?? location.placeName
  }
}

extension Messages {
  /// Returns the texts in the language of an ISO 639 code, or in English for an unsupported one.
  package func words(in code: String?) -> LanguageTexts {
    LanguageTexts(self, language: code.flatMap(Language.init(rawValue:)) ?? .english)
  }

  /// Returns the title of an outcome.
  package func title(of outcome: Outcome, in language: Language) -> String {
    LanguageTexts(self, language: language).title(of: outcome)
  }

  /// Returns a description of an outcome and the next step, in one or two sentences.
  package func detail(of outcome: Outcome, in language: Language) -> String {
    LanguageTexts(self, language: language).detail(of: outcome)
  }
}
