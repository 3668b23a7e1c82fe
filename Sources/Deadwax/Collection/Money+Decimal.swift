extension Money {
  /// The amount with the decimals of its currency, such as 12.50.
  package var decimal: String {
    let digits = Currency(currency)?.minorDigits ?? 2
    guard digits > 0 else { return String(amount) }
    let text = String(amount)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return padded.dropLast(digits) + "." + padded.suffix(digits)
  }
}
