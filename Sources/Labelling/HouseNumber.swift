package import Deadwax

/// Numbers of the house's own in the form of an EAN-13, for scanners that read nothing else.
///
/// GS1 leaves the prefixes 20 to 29 to whoever wants them for restricted circulation within a company (GS1 General
/// Specifications, 1.4.4 and 2.1.11): they mean nothing to anybody else.
package struct HouseNumber: Hashable, Sendable {
  /// What every number of the house begins with: 2 to 7 digits, from 20 to 29 on.
  package let prefix: String

  /// Nil for what is no prefix of restricted circulation.
  package init?(prefix: String) {
    guard (2...7).contains(prefix.utf8.count), prefix.utf8.allSatisfy(\.isASCIIDigit), prefix.hasPrefix("2") else {
      return nil
    }
    self.prefix = prefix
  }

  /// The one that is used when nobody says.
  package static let standard = HouseNumber(checked: "29")

  private init(checked prefix: String) { self.prefix = prefix }

  /// The number of a copy: the prefix, its number in the accession book, and the check digit.
  ///
  /// - Returns: 13 digits; nil when the copy's number has too many.
  package func ean13(of copy: Copy) -> String? {
    let digits = String(copy.number)
    let room = 12 - prefix.utf8.count
    guard copy.number > 0, digits.utf8.count <= room else { return nil }
    let body = prefix + String(repeating: "0", count: room - digits.utf8.count) + digits
    // Weights 3 and 1 from the right (GS1 General Specifications, 7.9).
    let sum = body.utf8.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return body + String((10 - sum % 10) % 10)
  }

  /// As it is printed below the bars: one digit, six, six.
  static func grouped(_ ean13: String) -> String {
    "\(ean13.prefix(1)) \(ean13.dropFirst().prefix(6)) \(ean13.dropFirst(7))"
  }
}
