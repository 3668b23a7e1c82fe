package import Deadwax

/// The library's own numbers in the form of an EAN-13, for scanners that read nothing else.
///
/// GS1 leaves the prefixes 20 to 29 for restricted circulation within a company (GS1 General Specifications, 1.4.4 and
/// 2.1.11). They have no meaning outside it.
package struct InStoreEAN: Hashable, Sendable {
  /// The prefix of all the library's numbers: 2 to 7 digits that begin with 20 to 29.
  package let prefix: String

  /// Creates a prefix; nil if it is not one for restricted circulation.
  package init?(prefix: String) {
    guard (2...7).contains(prefix.utf8.count), prefix.utf8.allSatisfy(\.isASCIIDigit), prefix.hasPrefix("2") else {
      return nil
    }
    self.prefix = prefix
  }

  /// The default prefix.
  package static let standard = InStoreEAN(checked: "29")

  private init(checked prefix: String) { self.prefix = prefix }

  /// Returns the number of a copy: the prefix, the copy's accession number, and the check digit.
  ///
  /// - Returns: 13 digits; nil if the copy's number has too many digits.
  package func ean13(of copy: Copy) -> String? {
    let digits = String(copy.number)
    let room = 12 - prefix.utf8.count
    guard copy.number > 0, digits.utf8.count <= room else { return nil }
    let body = prefix + String(repeating: "0", count: room - digits.utf8.count) + digits
    // The weights are 3 and 1 from the right (GS1 General Specifications, 7.9).
    let sum = body.utf8.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return body + String((10 - sum % 10) % 10)
  }

  /// Returns the number as printed below the bars: groups of one, six and six digits.
  static func grouped(_ ean13: String) -> String {
    "\(ean13.prefix(1)) \(ean13.dropFirst().prefix(6)) \(ean13.dropFirst(7))"
  }
}
