internal import Deadwax

extension ImportText {
  /// Returns an amount with its currency, which has a column of its own or stands beside the amount.
  func money(_ field: ImportField, _ currency: ImportField) throws(ImportRefusal) -> Money? {
    guard let text = row[field]?.trimmed else { return nil }
    let beside = text.filter { !$0.isNumber && !".,'-+".contains($0) && !$0.isWhitespace }
    let name = row[currency]?.trimmed ?? Self.signs[beside] ?? beside.uppercased()
    guard !name.isEmpty else { throw ImportRefusal(.missing, currency) }
    guard let known = Currency(name) else {
      throw bad(row[currency] == nil ? field : currency, "must have the ISO 4217 code of a currency, such as EUR")
    }
    let digits = text.filter { $0.isNumber || ".,".contains($0) }
    guard !text.contains("-"), let amount = Self.amount(digits, known.minorDigits),
      amount <= OwnFacts.Patch.largestAmount
    else { throw bad(field, "must be an amount such as 12.50") }
    return Money(amount: amount, currency: name)
  }

  private static let signs = ["€": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "¥": "JPY"]

  /// Returns an amount in minor units; nil for a text that could be meant in two ways.
  private static func amount(_ text: String, _ minorDigits: Int) -> Int? {
    let marks = text.filter { ".,".contains($0) }
    var whole = text[...]
    var fraction = ""[...]
    if let last = text.lastIndex(where: { ".,".contains($0) }) {
      let behind = text[text.index(after: last)...]
      let isGroup = behind.count == 3 && minorDigits != 3
      let repeats = marks.filter { $0 == text[last] }.count > 1
      // One mark before three digits may end a thousand or begin the cents.
      if isGroup, !repeats, marks.count == 1 { return nil }
      if !isGroup, !repeats { (whole, fraction) = (text[..<last], behind) }
    }
    let units = whole.filter { $0.isNumber }
    guard fraction.count <= minorDigits, !units.isEmpty, units.count <= 12, units.allSatisfy(\.isASCII),
      fraction.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return Int(units + fraction + String(repeating: "0", count: minorDigits - fraction.count))
  }
}
