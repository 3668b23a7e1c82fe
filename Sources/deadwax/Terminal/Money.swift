/// Money as people write it.
enum Money {
  /// `1.40 EUR` for 140 minor units; currencies without minor units stand as they are.
  static func text(_ amount: Int, _ currency: String) -> String {
    guard !wholeOnly.contains(currency) else { return "\(amount) \(currency)" }
    let cents = amount.magnitude % 100
    return "\(amount < 0 ? "-" : "")\(amount.magnitude / 100).\(cents < 10 ? "0" : "")\(cents) \(currency)"
  }

  /// Those of ISO 4217 without minor units that are in use.
  private static let wholeOnly: Set = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
  ]
}
