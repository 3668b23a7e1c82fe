/// A barcode number that names a release: EAN-13, EAN-8, UPC-A or UPC-E, under one canonical key.
///
/// The key is what records are found by: 13 digits, UPC-A padded with a zero, UPC-E expanded; an EAN-8 stays 8 digits.
/// Check digits follow the GS1 General Specifications, section 7.9.
package struct GTIN: Hashable, Sendable, CustomStringConvertible {
  /// 13 digits, or 8 for an EAN-8; the check digit is right.
  package let key: String
  /// The 2 or 5 digits printed beside the main symbol, if any were read.
  package let addOn: String?

  /// Takes a canonical key as the database holds it. Nil when it is none.
  package init?(key: String) {
    guard key.utf8.count == 13 || key.utf8.count == 8, GTIN.hasRightCheckDigit(key) else { return nil }
    self.init(checkedKey: key, addOn: nil)
  }

  private init(checkedKey: String, addOn: String?) {
    key = checkedKey
    self.addOn = addOn
  }

  package var description: String { key }

  /// The 12 digits under which users of Discogs write a UPC-A; nil for any other code.
  package var upcA: String? { key.utf8.count == 13 && key.hasPrefix("0") ? String(key.dropFirst()) : nil }

  /// Whether the number is handed out by a shop, a library or a coupon printer for its own use (GS1 prefixes 02, 04,
  /// 05, 2 and 98–99, and EAN-8 numbers from 0 and 2): such a code says nothing to anybody else.
  package var isRestricted: Bool {
    if key.utf8.count == 8 { return key.hasPrefix("0") || key.hasPrefix("2") }
    return ["02", "04", "05", "2", "981", "982", "983", "984", "99"].contains { key.hasPrefix($0) }
  }

  /// Whether it names a book or a magazine (prefixes 977 to 979, printed music 9790 excepted).
  package var isBook: Bool {
    key.utf8.count == 13 && ["977", "978", "979"].contains { key.hasPrefix($0) } && !key.hasPrefix("9790")
  }

  /// Whether it is worth asking a catalogue of records about.
  package var isWorthLookingUp: Bool { !isRestricted && !isBook }
}

extension GTIN {
  /// What a text turned out to be when read as a barcode number.
  package enum Read: Hashable, Sendable {
    case gtin(GTIN)
    /// As many digits as a barcode has, but the check digit does not fit: kept as read, never used as a key.
    case wrongCheckDigit(String)
    case notABarcode
  }

  /// Reads any documented spelling: spaces, hyphens, full-width digits, a lost leading zero, an add-on behind it.
  ///
  /// - Parameters:
  ///   - text: as scanned, typed or found in a catalogue.
  ///   - symbology: where it is known, it decides what 8 digits are.
  /// - Returns: the number under its canonical key, or why there is none.
  package static func read(_ text: String, symbology: Symbology? = nil) -> Read {
    guard let digits = digits(of: text) else { return .notABarcode }
    let candidates = spellings(of: digits, symbology: symbology)
    if candidates.isEmpty { return .notABarcode }
    for (main, addOn) in candidates where hasRightCheckDigit(main) {
      return .gtin(GTIN(checkedKey: main, addOn: addOn))
    }
    return .wrongCheckDigit(digits)
  }

  /// The ways to take so many digits, likeliest first: (canonical key, add-on).
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
      // A GTIN-14 with indicator 0, else a UPC-A with a 2-digit add-on.
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

  /// The decimal digits of a text of digits and separators; nil when anything else is in it.
  ///
  /// Every Unicode decimal digit counts (full-width ones come from Japanese catalogues), and a no-break space is a
  /// space like any other.
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

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}", "\u{FF0D}", ".", "+", "/": true
    default: false
    }
  }

  /// Whether the last digit is the check digit of those before it: weights 3 and 1 from the right, sum to tens.
  static func hasRightCheckDigit(_ digits: String) -> Bool {
    guard let last = digits.utf8.last, last.isASCIIDigit, let check = checkDigit(for: String(digits.dropLast()))
    else { return false }
    return last == check
  }

  /// The check digit, as an ASCII byte, for the digits before it; nil if there is anything but digits.
  static func checkDigit(for digits: String) -> UInt8? {
    var sum = 0
    for (position, byte) in digits.utf8.reversed().enumerated() {
      guard byte.isASCIIDigit else { return nil }
      sum += Int(byte - 0x30) * (position.isMultiple(of: 2) ? 3 : 1)
    }
    return UInt8((10 - sum % 10) % 10) + 0x30
  }

  /// The 12 digits of a UPC-A from the 8 of a UPC-E, number system 0 or 1 (GS1 General Specifications, 5.2.2.4.2).
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
  /// How surely a catalogue's spelling of a barcode means the code in hand.
  package enum Likeness: Int, Comparable, Sendable {
    case none = 0
    /// Equal once the missing check digit is added.
    case missingCheckDigit = 1
    /// Equal once a lost leading zero is put back.
    case lostZero = 2
    case same = 3

    package static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }
  }

  /// Compares with one identifier of a catalogue's record, which may be anything from a barcode to a matrix number.
  package func likeness(to identifier: String) -> Likeness {
    guard let digits = GTIN.digits(of: identifier) else { return .none }
    if case .gtin(let other) = GTIN.read(identifier), other.key == key {
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
  /// Whether the byte is an ASCII decimal digit.
  package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
