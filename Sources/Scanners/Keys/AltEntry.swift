/// A character given by its number: digits on the keypad while Alt is held. Scanners use this in the mode that makers
/// call ALT mode or universal keyboard, because it does not depend on the layout.
struct AltEntry {
  private var digits: [Int] = []
  private var isSpoiled = false

  /// The maximum number of digits. Longer numbers are not a character of one byte.
  private static let mostDigits = 5

  mutating func add(_ digit: Int) {
    if digits.count < Self.mostDigits { digits.append(digit) } else { isSpoiled = true }
  }

  /// Marks the entry as unreadable, because another key was pressed in between.
  mutating func spoil() { isSpoiled = true }

  /// True if nothing was typed.
  var isEmpty: Bool { digits.isEmpty && !isSpoiled }

  /// The character; nil if the number has none, or one that depends on the country of the system.
  ///
  /// Windows uses code page 1252 for a number with a leading zero, and the country's old code page for one without. Of
  /// these, only the characters that code pages 437 and 850 share are supported.
  var character: Unicode.Scalar? {
    guard !isSpoiled, let first = digits.first else { return nil }
    let number = digits.reduce(0) { $0 * 10 + $1 }
    if (1...127).contains(number) { return Unicode.Scalar(UInt32(number)) }
    guard (128...255).contains(number) else { return nil }
    if first != 0 { return Self.shared[number] }
    if number >= 160 { return Unicode.Scalar(UInt32(number)) }
    return number == 128 ? "€" : nil
  }

  /// The accented letters that are the same in code pages 437 and 850.
  private static let shared: [Int: Unicode.Scalar] = {
    var table: [Int: Unicode.Scalar] = [:]
    for (start, text) in [(128, "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ"), (156, "£"), (160, "áíóúñÑªº¿"), (225, "ß")] {
      for (offset, scalar) in text.unicodeScalars.enumerated() { table[start + offset] = scalar }
    }
    return table
  }()
}
