/// A character given by its number: Alt held, digits on the keypad, Alt let go. Scanners type so in what their makers
/// call ALT mode or universal keyboard, since it does not depend on the layout.
struct AltEntry {
  private var digits: [Int] = []
  private var isSpoiled = false

  /// Longer numbers name no character of one byte.
  private static let mostDigits = 5

  mutating func add(_ digit: Int) {
    if digits.count < Self.mostDigits { digits.append(digit) } else { isSpoiled = true }
  }

  /// Another key was pressed in between: nothing that can be read.
  mutating func spoil() { isSpoiled = true }

  /// Whether anything was typed.
  var isEmpty: Bool { digits.isEmpty && !isSpoiled }

  /// The character; nil where the number names none, or one that depends on the country of the system.
  ///
  /// Windows reads a number with a leading zero by its code page 1252, one without by the old code page of the country:
  /// of those only what 437 and 850 have in common is taken.
  var character: Unicode.Scalar? {
    guard !isSpoiled, let first = digits.first else { return nil }
    let number = digits.reduce(0) { $0 * 10 + $1 }
    if (1...127).contains(number) { return Unicode.Scalar(UInt32(number)) }
    guard (128...255).contains(number) else { return nil }
    if first != 0 { return Self.shared[number] }
    if number >= 160 { return Unicode.Scalar(UInt32(number)) }
    return number == 128 ? "€" : nil
  }

  /// The accented letters that code pages 437 and 850 agree about.
  private static let shared: [Int: Unicode.Scalar] = {
    var table: [Int: Unicode.Scalar] = [:]
    for (start, text) in [(128, "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ"), (156, "£"), (160, "áíóúñÑªº¿"), (225, "ß")] {
      for (offset, scalar) in text.unicodeScalars.enumerated() { table[start + offset] = scalar }
    }
    return table
  }()
}
