/// The format of the values of a GS1 Application Identifier (GS1 General Specifications, sections 3.2 to 3.10).
struct GS1Format: Sendable {
  /// The characters of a part of a value (GS1 General Specifications, section 7.11). The raw value is the letter in the
  /// format of the standard.
  private enum Signs: Character, Sendable {
    case digits = "N"
    /// Character set 82: letters, digits and 20 signs.
    case set82 = "X"
    /// Character set 39: capital letters, digits and three signs.
    case set39 = "Y"
    /// Character set 64: letters, digits, hyphen, underscore and equals sign.
    case set64 = "Z"

    func contains(_ byte: UInt8) -> Bool {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      switch self {
      case .digits: return byte.isASCIIDigit
      case .set82: return byte.isASCIIDigit || isCapital || isSmall || "!\"%&'()*+,-./:;<=>?_".utf8.contains(byte)
      case .set39: return byte.isASCIIDigit || isCapital || "#-/".utf8.contains(byte)
      case .set64: return byte.isASCIIDigit || isCapital || isSmall || "-_=".utf8.contains(byte)
      }
    }
  }

  /// The rule that the characters of a part follow together. The raw value is the sign in the table.
  private enum Check: Character, Sendable {
    /// The last digit is the check digit (section 7.9.1).
    case digit = "*"
    /// Year, month and day; the day may be 00, the end of the month (section 7.12).
    case monthOrDay = "m"
    /// Year, month and day.
    case day = "d"
  }

  private struct Part: Sendable {
    let signs: Signs
    let lengths: ClosedRange<Int>
    let check: Check?
    /// True if the value may end before the part.
    let isOptional: Bool
  }

  private let parts: [Part]

  /// The numbers of characters that a value can have.
  private var lengths: ClosedRange<Int> {
    parts.reduce(0) {
      $0 + ($1.isOptional ? 0 : $1.lengths.lowerBound)
    }...parts.reduce(0) { $0 + $1.lengths.upperBound }
  }

  /// Parses a format in the notation of the standard, such as `N13* [X..17]`. A star marks a check digit, `d` and `m`
  /// mark dates, and brackets an optional part.
  private init?(_ notation: String) {
    var parts: [Part] = []
    for word in notation.split(separator: " ") {
      let isOptional = word.hasPrefix("[")
      var inner = isOptional ? word.dropFirst().dropLast() : word[...]
      guard let signs = inner.popFirst().flatMap(Signs.init) else { return nil }
      let check = inner.last.flatMap(Check.init)
      if check != nil { inner.removeLast() }
      let isVariable = inner.hasPrefix("..")
      guard let most = Int(isVariable ? inner.dropFirst(2) : inner) else { return nil }
      parts.append(
        Part(signs: signs, lengths: (isVariable ? 1 : most)...most, check: check, isOptional: isOptional))
    }
    self.parts = parts
  }

  /// Returns the fault of a value; nil if it has the format.
  func fault(of value: ArraySlice<UInt8>, identifier: String) -> GS1Fault? {
    let wrongLength = GS1Fault.wrongLength(identifier: identifier, length: value.count, allowed: lengths)
    guard lengths.contains(value.count) else { return wrongLength }
    var rest = value
    for part in parts {
      if rest.isEmpty, part.isOptional { continue }
      let piece = rest.prefix(part.lengths.upperBound)
      rest = rest.dropFirst(piece.count)
      guard part.lengths.contains(piece.count) else { return wrongLength }
      if let byte = piece.first(where: { !part.signs.contains($0) }) {
        return .wrongCharacter(identifier: identifier, byte: byte)
      }
      let text = String(decoding: piece, as: UTF8.self)
      switch part.check {
      case .digit where !GTIN.hasRightCheckDigit(text): return .wrongCheckDigit(identifier: identifier, value: text)
      case .day where !Self.isDate(piece, zeroDay: false), .monthOrDay where !Self.isDate(piece, zeroDay: true):
        return .notADate(identifier: identifier, value: text)
      default: break
      }
    }
    return rest.isEmpty ? nil : wrongLength
  }

  /// True if six digits are a date. A year that ends with 00 is 2000 (section 7.12), a leap year.
  private static func isDate(_ digits: ArraySlice<UInt8>, zeroDay: Bool) -> Bool {
    let values = digits.map { Int($0) - 0x30 }
    let (year, month, day) = (values[0] * 10 + values[1], values[2] * 10 + values[3], values[4] * 10 + values[5])
    guard (1...12).contains(month) else { return false }
    let days = [31, year.isMultiple(of: 4) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return ((zeroDay ? 0 : 1)...days).contains(day)
  }
}

extension GS1Format {
  /// Returns the identifier at the start of an element string, with the format of its values. No identifier is the
  /// beginning of another one.
  static func identifier(at bytes: ArraySlice<UInt8>) -> (identifier: String, format: GS1Format)? {
    for length in 2...4 where bytes.count >= length {
      let identifier = String(decoding: bytes.prefix(length), as: UTF8.self)
      if let format = formats[identifier] { return (identifier, format) }
    }
    return nil
  }

  /// The length of values after which no separator is needed, by the first two digits of the identifier; nil for other
  /// identifiers (section 7.8.5, *predefined length*).
  static func predefinedLength(of identifier: String) -> Int? {
    switch identifier.prefix(2) {
    case "00": 18
    case "01", "02", "03": 14
    case "11", "12", "13", "15", "16", "17": 6
    case "20": 2
    case "31", "32", "33", "34", "35", "36": 6
    case "41": 13
    default: nil
    }
  }

  /// Every identifier with its format.
  static let formats: [String: GS1Format] = {
    var formats: [String: GS1Format] = [:]
    for (identifiers, notation) in table {
      let format = GS1Format(notation)
      for range in identifiers.split(separator: " ") {
        let ends = range.split(separator: "-")
        guard let low = Int(ends[0]), let high = Int(ends[ends.count - 1]), let format else {
          preconditionFailure("\(identifiers) \(notation) is no line of the table")
        }
        for number in low...high {
          let digits = String(number)
          formats[String(repeating: "0", count: ends[0].count - digits.utf8.count) + digits] = format
        }
      }
    }
    // Measures: the fourth digit is the number of decimal places.
    for measure in [310...316, 320...337, 340...357, 360...369].joined() {
      for places in 0...5 { formats["\(measure)\(places)"] = GS1Format("N6") }
    }
    return formats
  }()

  private static let table: [(identifiers: String, notation: String)] = [
    // The logistic unit, the item, the items in a unit, the item made to order.
    ("00", "N18*"), ("01-03", "N14*"),
    // Batch, dates, variants and serial numbers.
    ("10", "X..20"), ("11-13 15-17", "N6m"), ("20", "N2"), ("21-22", "X..20"), ("235", "X..28"), ("240-241", "X..30"),
    ("242", "N..6"), ("243", "X..20"), ("250-251", "X..30"), ("253", "N13* [X..17]"), ("254", "X..20"),
    ("255", "N13* [N..12]"),
    // Counts, and amounts with decimal places.
    ("30", "N..8"), ("37", "N..8"), ("3900-3909", "N..15"), ("3910-3919", "N3 N..15"), ("3920-3929", "N..15"),
    ("3930-3939", "N3 N..15"), ("3940-3943", "N4"), ("3950-3955", "N6"),
    // Orders, places and countries.
    ("400-401", "X..30"), ("402", "N17*"), ("403", "X..30"), ("410-417", "N13*"), ("420", "X..20"), ("421", "N3 X..9"),
    ("422", "N3"), ("423", "N..15"), ("424", "N3"), ("425", "N..15"), ("426", "N3"), ("427", "X..3"),
    ("4300-4301 4310-4311 4320", "X..35"), ("4302-4306 4312-4316", "X..70"), ("4307 4317", "X2"),
    ("4308 4319", "X..30"), ("4318", "X..20"), ("4309", "N20"), ("4321-4323", "N1"), ("4324-4325", "N6m N4"),
    ("4326", "N6d"), ("4330-4333", "N6 [X1]"),
    // Special uses.
    ("7001", "N13"), ("7002", "X..30"), ("7003", "N6d N4"), ("7004", "N..4"), ("7005", "X..12"), ("7006", "N6d"),
    ("7007", "N6d [N6d]"), ("7008", "X..3"), ("7009", "X..10"), ("7010", "X..2"), ("7011", "N6d [N4]"),
    ("7020-7022", "X..20"), ("7023", "X..30"), ("7030-7039", "N3 X..27"), ("7040", "N1 X3"), ("710-717", "X..20"),
    ("7230-7239", "X2 X..28"), ("7240", "X..20"), ("7241", "N2"), ("7242", "X..25"),
    ("8001", "N14"), ("8002", "X..20"), ("8003", "N1 N13* [X..16]"), ("8004", "X..30"), ("8005", "N6"),
    ("8006 8026", "N14* N4"), ("8007", "X..34"), ("8008", "N6d N2 [N..4]"), ("8009", "X..50"), ("8010", "Y..30"),
    ("8011", "N..12"), ("8012", "X..20"), ("8013", "X..25"), ("8017-8018", "N18*"), ("8019", "N..10"),
    ("8020", "X..25"), ("8030", "Z..90"), ("8110 8112", "X..70"), ("8111", "N4"), ("8200", "X..70"),
    // Agreements between partners, and a company's own data.
    ("90", "X..30"), ("91-99", "X..90"),
  ]
}
