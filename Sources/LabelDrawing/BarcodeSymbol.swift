internal import CZint

/// A barcode as a grid of modules, the smallest units of width, each dark or light.
package struct BarcodeSymbol: Sendable, Equatable {
  package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
    case code128 = "Code 128"
    case qr = "QR"
    case ean13 = "EAN-13"
    case upcA = "UPC-A"
    case ean8 = "EAN-8"
    case upcE = "UPC-E"
    case code39 = "Code 39"
    case itf = "ITF"
    case codabar = "Codabar"

    package var description: String { rawValue }
    /// True for a symbol of bars: a single row that may be drawn at any height.
    package var isLinear: Bool { self != .qr }
  }

  package let kind: Kind
  /// The encoded text.
  package let text: String
  /// The modules in a row, without the quiet zones.
  package let columns: Int
  /// The rows of modules; 1 for a linear symbol.
  package let rows: Int
  /// The modules row by row, `rows * columns` of them; true is dark.
  package let modules: [Bool]

  /// Encodes a text with libzint (`ZBarcode_Encode`).
  ///
  /// - Parameters:
  ///   - kind: the symbology. EAN and UPC need all digits including the check digit. Code 128 takes printable ASCII.
  ///     Code 39 takes its 43 characters, without a check character. ITF takes an even number of digits. Codabar takes
  ///     its letters at both ends, without a check character. QR takes any UTF-8, with error correction level M.
  ///   - text: the text to encode.
  /// - Returns: the smallest symbol with this text.
  /// - Throws: `LabelError.unencodable` or `.wrongCheckDigit`.
  package static func encode(_ kind: Kind, _ text: String) throws(LabelError) -> BarcodeSymbol {
    try check(text, for: kind)
    // Raw bytes: for UTF-8 input, libzint would itself choose Latin-1, Shift-JIS or an explicit character set. Readers
    // detect plain UTF-8 better than those.
    return try encode(kind, text, as: symbology(of: kind), mode: DATA_MODE)
  }

  /// Encodes the elements of a GS1 code, with FNC1 in the first position: GS1-128 or a GS1 QR Code.
  ///
  /// - Parameters:
  ///   - kind: `.code128` or `.qr`.
  ///   - elements: the elements with their identifiers in parentheses, such as `(01)04006381333931(10)ABC`.
  /// - Returns: the smallest symbol with these elements.
  /// - Throws: `LabelError.unencodable` or `.wrongCheckDigit`.
  package static func encode(_ kind: Kind, elements: String) throws(LabelError) -> BarcodeSymbol {
    guard kind == .code128 || kind == .qr else { throw .unencodable(kind, reason: "it cannot have GS1 elements") }
    let type = kind == .code128 ? BARCODE_GS1_128 : symbology(of: kind)
    return try encode(kind, elements, as: type, mode: GS1_MODE | GS1PARENS_MODE)
  }

  private static func symbology(of kind: Kind) -> Int32 {
    switch kind {
    case .code128: BARCODE_CODE128
    case .ean13, .ean8: BARCODE_EANX_CHK
    case .upcA: BARCODE_UPCA_CHK
    case .upcE: BARCODE_UPCE_CHK
    case .code39: BARCODE_CODE39
    case .itf: BARCODE_C25INTER
    case .codabar: BARCODE_CODABAR
    case .qr: BARCODE_QRCODE
    }
  }

  private static func encode(
    _ kind: Kind, _ text: String, as symbology: Int32, mode: Int32
  ) throws(LabelError) -> BarcodeSymbol {
    guard let symbol = ZBarcode_Create() else { throw .unencodable(kind, reason: "libzint is out of memory") }
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = symbology
    symbol.pointee.input_mode = mode
    // Level M can restore about 15 % of the codewords, and needs a quarter more modules than the lowest level.
    if kind == .qr { symbol.pointee.option_1 = 2 }
    let bytes = Array(text.utf8)
    let code = ZBarcode_Encode(symbol, bytes, Int32(bytes.count))
    guard code < ZINT_ERROR else {
      if code == ZINT_ERROR_INVALID_CHECK { throw .wrongCheckDigit(kind, text: text) }
      throw .unencodable(kind, reason: "libzint reports: \(String(cString: deadwax_zint_message(symbol)))")
    }
    let rows = Int(symbol.pointee.rows)
    let columns = Int(symbol.pointee.width)
    var modules: [Bool] = []
    modules.reserveCapacity(rows * columns)
    for row in 0..<rows {
      for column in 0..<columns { modules.append(deadwax_zint_is_dark(symbol, Int32(row), Int32(column)) != 0) }
    }
    return BarcodeSymbol(kind: kind, text: text, columns: columns, rows: rows, modules: modules)
  }

  /// Rejects a text that libzint would complete by itself: it fills in missing digits.
  private static func check(_ text: String, for kind: Kind) throws(LabelError) {
    switch kind {
    case .ean13, .ean8, .upcA, .upcE:
      let length = kind == .ean13 ? 13 : kind == .upcA ? 12 : 8
      guard text.utf8.count == length, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw .unencodable(kind, reason: "it must have exactly \(length) digits")
      }
    case .code128:
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        // Characters above ASCII need FNC4, which common readers drop (zbar reads "ssss" for "óóóó").
        throw .unencodable(kind, reason: "it can only have ASCII characters")
      }
    case .code39:
      let signs = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
      guard !text.isEmpty, text.utf8.allSatisfy(signs.contains) else {
        throw .unencodable(kind, reason: "it can only have capital letters, digits and seven signs")
      }
    case .itf:
      guard !text.isEmpty, text.utf8.count.isMultiple(of: 2), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw .unencodable(kind, reason: "it must have an even number of digits") }
    case .codabar:
      let ends = Set("ABCD".utf8)
      guard text.utf8.count > 2, let first = text.utf8.first, let last = text.utf8.last, ends.contains(first),
        ends.contains(last), text.utf8.dropFirst().dropLast().allSatisfy(Set("0123456789-$:/.+".utf8).contains)
      else {
        throw .unencodable(kind, reason: "it can only have digits and six signs, between two letters from A to D")
      }
    case .qr: guard !text.isEmpty else { throw .unencodable(kind, reason: "there is no text") }
    }
  }
}
