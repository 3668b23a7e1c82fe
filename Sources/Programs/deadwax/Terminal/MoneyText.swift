internal import Deadwax

/// The format of amounts of money.
enum MoneyText {
  /// Returns `1.40 EUR` for 140 cents, `140 JPY` for 140 yen, `1.400 KWD` for 1400 fils.
  static func text(_ amount: Int, _ currency: String) -> String {
    let digits = Currency(currency)?.minorDigits ?? 2
    var number = String(amount.magnitude)
    if digits > 0 {
      number = String(repeating: "0", count: max(0, digits + 1 - number.utf8.count)) + number
      number = "\(number.dropLast(digits)).\(number.suffix(digits))"
    }
    return "\(amount < 0 ? "-" : "")\(number) \(currency)"
  }
}
