/// Texts that a spreadsheet would run as a formula, and their harmless form (OWASP, CSV Injection).
///
/// An apostrophe makes such a text harmless: spreadsheets then take the cell for text. A text that has apostrophes before
/// such a beginning already gets one more, so that every text comes back as it was.
package enum FormulaCell {
  /// Returns the form that no spreadsheet runs.
  package static func defused(_ text: String) -> String { isRisky(text.utf8) ? "'" + text : text }

  /// Returns the text of which `defused` made a field.
  package static func restored(_ field: String) -> String {
    field.utf8.first == apostrophe && isRisky(field.utf8.dropFirst()) ? String(field.dropFirstScalar()) : field
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Returns true for the beginning of a formula, also after apostrophes.
  private static func isRisky(_ bytes: some Collection<UInt8>) -> Bool {
    let rest = bytes.drop { $0 == apostrophe }
    switch rest.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
    // The wide forms of = + - @ in UTF-8 (U+FF1D, U+FF0B, U+FF0D, U+FF20).
    case 0xEF: return wide.contains(Array(rest.prefix(3)))
    default: return false
    }
  }

  private static let wide: Set<[UInt8]> = [
    [0xEF, 0xBC, 0x9D], [0xEF, 0xBC, 0x8B], [0xEF, 0xBC, 0x8D], [0xEF, 0xBC, 0xA0],
  ]
}

extension String {
  /// Drops one scalar. An apostrophe may be one character with the combining mark behind it.
  fileprivate func dropFirstScalar() -> Substring { self[unicodeScalars.index(after: startIndex)...] }
}
