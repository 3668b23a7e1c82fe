/// Syntax checks for telephone numbers.
package enum PhoneNumber {
  /// Returns a number without blanks, hyphens, slashes, dots and brackets: digits, after a plus sign if there is one. Nil
  /// for a text that is no number of 4 to 15 digits. The number of an option of a program begins with neither.
  package static func digits(of text: String) -> String? {
    let bare = text.filter { !" \u{A0}-/.()".contains($0) }
    let digits = bare.hasPrefix("+") ? bare.dropFirst() : bare[...]
    guard (4...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return bare
  }
}
