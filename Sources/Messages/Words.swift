package import Deadwax

/// The catalogue in one language, as one desk or one letter speaks it.
package struct Words: Sendable {
  package let messages: Messages
  package let language: Language
  /// As ISO 4217 writes it.
  package var currency: String
  /// What the house's clock is ahead of UTC at a time, in seconds.
  package var ahead: @Sendable (Timestamp) -> Int

  /// - Parameters:
  ///   - messages: the catalogue.
  ///   - language: in which to speak.
  ///   - currency: of fees, as ISO 4217 writes it.
  ///   - ahead: what the house's clock is ahead of UTC at a time, in seconds.
  package init(
    _ messages: Messages, language: Language, currency: String = "EUR",
    ahead: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    self.messages = messages
    self.language = language
    self.currency = currency
    self.ahead = ahead
  }

  /// A text of the catalogue with its values put in.
  package func text(_ key: String, _ values: [String: String] = [:]) -> String {
    messages.text(key, in: language, values)
  }

  /// Whether the catalogue has the key.
  package func has(_ key: String) -> Bool { messages.raw(key, in: language) != nil }

  /// The day in words: "4 December 2026".
  package func day(_ time: Timestamp) -> String {
    let seconds = (Double(time.milliseconds) / 1000).rounded(.down) + Double(ahead(time))
    return day(CivilDate(daysSince1970: Int((seconds / 86_400).rounded(.down))))
  }

  /// The day in words: "4 December 2026".
  package func day(_ date: CivilDate) -> String {
    text(
      "date.long",
      [
        "day": date.day == 1 ? text("date.first") : "\(date.day)",
        "month": text("date.month.\(date.month)"),
        "year": "\(date.year)",
      ])
  }

  /// An amount of the house's money: "2.40 EUR".
  ///
  /// - Parameter minor: in the smallest unit of the currency.
  /// - Returns: the amount, with the mark of the language.
  package func money(_ minor: Int) -> String {
    let digits = Self.minorDigits[currency] ?? 2
    var number = "\(abs(minor))"
    if digits > 0 {
      number = String(repeating: "0", count: max(0, digits + 1 - number.utf8.count)) + number
      number = number.dropLast(digits) + text("money.mark") + number.suffix(digits)
    }
    return "\(minor < 0 ? "−" : "")\(number)\u{A0}\(currency)"
  }

  /// Currencies whose smallest unit is not a hundredth (ISO 4217, list one).
  private static let minorDigits = [
    "JPY": 0, "KRW": 0, "ISK": 0, "CLP": 0, "VND": 0, "XAF": 0, "XOF": 0, "XPF": 0, "PYG": 0, "UGX": 0, "BHD": 3,
    "KWD": 3, "JOD": 3, "OMR": 3, "TND": 3, "LYD": 3, "IQD": 3,
  ]

  /// A place as a person reads it: "Shelf 1, slot 3".
  package func place(_ location: Location) -> String {
    location.slotNumber.map { text("location.slot", ["place": location.placeName, "slot": "\($0)"]) }
      ?? location.placeName
  }
}

extension Messages {
  /// The catalogue in the language of an ISO 639 code; English for one it does not speak.
  package func words(in code: String?) -> Words {
    Words(self, language: code.flatMap(Language.init(rawValue:)) ?? .english)
  }

  /// What the screen says largest.
  package func title(of outcome: Outcome, in language: Language) -> String {
    Words(self, language: language).title(of: outcome)
  }

  /// What happened and what to do next, in a sentence or two.
  package func detail(of outcome: Outcome, in language: Language) -> String {
    Words(self, language: language).detail(of: outcome)
  }
}
