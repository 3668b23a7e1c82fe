/// A barcode number that names a release: EAN-13, EAN-8, UPC-A or UPC-E, under one canonical key.
///
/// Records are found by the key: 13 digits, with a UPC-A padded by a zero and a UPC-E expanded. An EAN-8 has 8
/// digits. Check digits follow the GS1 General Specifications, section 7.9.
package struct GTIN: Hashable, Sendable, CustomStringConvertible {
  /// 13 digits, or 8 for an EAN-8, with a correct check digit.
  package let key: String
  /// The 2 or 5 digits printed beside the main symbol, if any were read.
  package let addOn: String?

  /// Accepts a canonical key from the database; nil if the text is not one.
  package init?(key: String) {
    guard key.utf8.count == 13 || key.utf8.count == 8, GTIN.hasRightCheckDigit(key) else { return nil }
    self.init(checkedKey: key, addOn: nil)
  }

  private init(checkedKey: String, addOn: String?) {
    key = checkedKey
    self.addOn = addOn
  }

  package var description: String { key }

  /// The 12 digits of a UPC-A, the form that users of Discogs write; nil for any other code.
  package var upcA: String? { key.utf8.count == 13 && key.hasPrefix("0") ? String(key.dropFirst()) : nil }

  /// True if a shop, a library or a coupon printer assigned the number for internal use: GS1 prefixes 02, 04, 05, 2 and
  /// 98–99, and EAN-8 numbers from 0 and 2. Such a number has no meaning elsewhere.
  package var isRestricted: Bool {
    if key.utf8.count == 8 { return key.hasPrefix("0") || key.hasPrefix("2") }
    return ["02", "04", "05", "2", "981", "982", "983", "984", "99"].contains { key.hasPrefix($0) }
  }

  /// True if the number names a book or a magazine (prefixes 977 to 979, except 9790 for printed music).
  package var isBook: Bool {
    key.utf8.count == 13 && ["977", "978", "979"].contains { key.hasPrefix($0) } && !key.hasPrefix("9790")
  }

  /// True if a look-up of the number in a record catalogue makes sense.
  package var isWorthLookingUp: Bool { !isRestricted && !isBook }
}

extension GTIN {
  /// The result of reading a text as a barcode number.
  package enum Read: Hashable, Sendable {
    case gtin(GTIN)
    /// The digit count of a barcode with a wrong check digit. The digits are stored as read and never used as a key.
    case wrongCheckDigit(String)
    case notABarcode
  }

  /// Reads any documented spelling: spaces, hyphens, full-width digits, a lost leading zero, an add-on after the
  /// number, and the elements of a GS1 code.
  ///
  /// - Parameters:
  ///   - text: the text as scanned, typed or found in a catalogue.
  ///   - symbology: the symbology, if known; it decides the meaning of 8 digits.
  /// - Returns: the number under its canonical key, or the reason for a failure.
  package static func read(_ text: String, symbology: Symbology? = nil) -> Read {
    if case .success(let elements) = GS1Elements.read(text, symbology: symbology) {
      return elements.item.map { .gtin($0) } ?? .notABarcode
    }
    guard let digits = digits(of: text) else { return .notABarcode }
    let candidates = spellings(of: digits, symbology: symbology)
    if candidates.isEmpty { return .notABarcode }
    for (main, addOn) in candidates where hasRightCheckDigit(main) {
      return .gtin(GTIN(checkedKey: main, addOn: addOn))
    }
    return .wrongCheckDigit(digits)
  }

  /// The possible readings of the digits, the most likely first: (canonical key, add-on).
  private static func spellings(of digits: String, symbology: Symbology?) -> [(String, String?)] {
    func cut(_ length: Int) -> (String, String?) { (String(digits.prefix(length)), String(digits.dropFirst(length))) }
    switch digits.utf8.count {
    case 8:
      if symbology == .ean8 { return [(digits, nil)] }
      let expanded = expand(upcE: digits).map { [("0" + $0, nil as String?)] } ?? []
      return symbology == .upcE ? expanded : expanded + [(digits, nil)]
    case 11: return [("00" + digits, nil)]
    case 12: return [("0" + digits, nil)]
    case 13: return [(digits, nil)]
    case 14:
      // A GTIN-14 with indicator 0, otherwise a UPC-A with a 2-digit add-on.
      let withAddOn = cut(12)
      return (digits.hasPrefix("0") ? [(String(digits.dropFirst()), nil)] : []) + [("0" + withAddOn.0, withAddOn.1)]
    case 15: return [cut(13)]
    case 17:
      let withAddOn = cut(12)
      return [("0" + withAddOn.0, withAddOn.1)]
    case 18: return [cut(13)]
    default: return []
    }
  }

  /// The decimal digits of a text of digits and separators; nil if the text contains any other character.
  ///
  /// Every Unicode decimal digit counts (full-width digits occur in Japanese catalogues), and a no-break space counts
  /// as a space.
  static func digits(of text: String) -> String? {
    var digits = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
        digits.append(Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))))
      } else if !(scalar.properties.isWhitespace || isSeparator(scalar)) {
        return nil
      }
      if digits.utf8.count > 18 { return nil }
    }
    return digits.isEmpty ? nil : digits
  }

  /// The decimal digits of an identifier in a catalogue. People copy barcodes there with the signs that are printed beside
  /// them, and with invisible characters. Nil for a text with a letter, with a number that is no digit, or without digits.
  private static func digits(among text: String) -> String? {
    var digits = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
        digits.append(Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))))
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        return nil
      }
      if digits.utf8.count > 18 { return nil }
    }
    return digits.isEmpty ? nil : digits
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}", "\u{FF0D}", ".", "+", "/": true
    default: false
    }
  }

  /// True if the last digit is the check digit of the digits before it: weights 3 and 1 from the right, rounded up to
  /// tens.
  static func hasRightCheckDigit(_ digits: String) -> Bool {
    let bytes = digits.utf8
    guard let last = bytes.last, last.isASCIIDigit, let check = checkDigit(for: bytes.dropLast()) else { return false }
    return last == check
  }

  /// The check digit, as an ASCII byte, for the digits before it; nil if the text contains anything but digits.
  static func checkDigit(for digits: String) -> UInt8? { checkDigit(for: digits.utf8[...]) }

  private static func checkDigit(for digits: Substring.UTF8View) -> UInt8? {
    var sum = 0
    var isOdd = true
    for byte in digits.reversed() {
      guard byte.isASCIIDigit else { return nil }
      sum += Int(byte - 0x30) * (isOdd ? 3 : 1)
      isOdd.toggle()
    }
    return UInt8((10 - sum % 10) % 10) + 0x30
  }

  /// Expands the 8 digits of a UPC-E with number system 0 or 1 to the 12 of a UPC-A (GS1 General Specifications,
  /// 5.2.2.4.2).
  static func expand(upcE digits: String) -> String? {
    let d = Array(digits)
    guard d.count == 8, d[0] == "0" || d[0] == "1" else { return nil }
    let body: String =
      switch d[6] {
      case "0", "1", "2": "\(d[1])\(d[2])\(d[6])0000\(d[3])\(d[4])\(d[5])"
      case "3": "\(d[1])\(d[2])\(d[3])00000\(d[4])\(d[5])"
      case "4": "\(d[1])\(d[2])\(d[3])\(d[4])00000\(d[5])"
      default: "\(d[1])\(d[2])\(d[3])\(d[4])\(d[5])0000\(d[6])"
      }
    return "\(d[0])\(body)\(d[7])"
  }
}

extension GTIN {
  /// The certainty that a catalogue's spelling of a barcode refers to the scanned code.
  package enum Likeness: Int, Comparable, Sendable {
    case none = 0
    /// Equal after the missing check digit is added.
    case missingCheckDigit = 1
    /// Equal after a lost leading zero is restored.
    case lostZero = 2
    case same = 3

    package static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }
  }

  /// Compares the number with one identifier of a catalogue record, from a barcode to a matrix number.
  package func likeness(to identifier: String) -> Likeness {
    guard let digits = GTIN.digits(among: identifier) else { return .none }
    if case .gtin(let other) = GTIN.read(digits), other.key == key {
      return digits.utf8.count == 11 ? .lostZero : .same
    }
    if key.utf8.count == 13, [10, 11, 12].contains(digits.utf8.count), let check = GTIN.checkDigit(for: digits) {
      let completed = digits + String(Character(Unicode.Scalar(check)))
      if String(repeating: "0", count: 13 - completed.utf8.count) + completed == key { return .missingCheckDigit }
    }
    return .none
  }
}

extension UInt8 {
  /// True if the byte is an ASCII decimal digit.
  package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
