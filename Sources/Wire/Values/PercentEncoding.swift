/// Percent-encoding of texts that become part of an address (RFC 3986, 2.1).
package enum PercentEncoding {
  /// Encodes all bytes of a text but the unreserved characters of RFC 3986, 2.3.
  ///
  /// - Parameter text: a segment of a path, or a name or value of a query.
  /// - Returns: the text in UTF-8, with `%` and two capital hexadecimal digits for each encoded byte.
  package static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.unicodeScalars.append(.init(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
