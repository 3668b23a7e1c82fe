package import LabelDrawing

/// The codes that differ from a given code in two digits and still have a valid check digit.
package enum CheckedRivals {
  /// Returns all of them in a fixed order. There are none for kinds without a check digit, and for UPC-E, whose check
  /// digit belongs to the long form.
  ///
  /// - Parameters:
  ///   - text: the digits, including the check digit.
  ///   - kind: EAN-13, UPC-A or EAN-8.
  /// - Returns: texts of the same length, each with two other digits and a valid check digit.
  package static func of(_ text: String, _ kind: BarcodeSymbol.Kind) -> [String] {
    guard [.ean13, .upcA, .ean8].contains(kind) else { return [] }
    let digits = text.compactMap(\.wholeNumberValue)
    var rivals: [String] = []
    for first in digits.indices {
      for second in digits.indices.dropFirst(first + 1) {
        for a in 0...9 where a != digits[first] {
          for b in 0...9 where b != digits[second] {
            var other = digits
            (other[first], other[second]) = (a, b)
            if isChecked(other) { rivals.append(other.map(String.init).joined()) }
          }
        }
      }
    }
    return rivals
  }

  private static func isChecked(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return sum % 10 == 0
  }
}
