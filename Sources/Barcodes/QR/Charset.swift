internal import Glibc

/// A character set of a barcode's bytes.
struct Charset: Hashable {
  /// The name of the set in iconv(3).
  private let name: String

  static let ascii = Charset(name: "ASCII")
  static let utf8 = Charset(name: "UTF-8")
  /// ISO 8859-1.
  static let latin1 = Charset(name: "ISO-8859-1")
  /// The variant that is used in practice, with the backslash of ASCII.
  static let shiftJIS = Charset(name: "CP932")
  static let gb18030 = Charset(name: "GB18030")

  private init(name: String) { self.name = name }

  /// Creates a character set; nil if the number does not designate one that is known here.
  ///
  /// - Parameter designator: the number of an Extended Channel Interpretation (AIM ITS/04-023).
  init?(designator: Int) {
    switch designator {
    case 1, 3: self = .latin1
    case 0, 2: name = "CP437"
    case 4...13: name = "ISO-8859-\(designator - 2)"
    case 15...18: name = "ISO-8859-\(designator - 2)"
    case 20: self = .shiftJIS
    case 21...23: name = ["CP1250", "CP1251", "CP1252"][designator - 21]
    case 24: name = "CP1256"
    case 25: name = "UTF-16BE"
    case 26: self = .utf8
    case 27, 170: self = .ascii
    case 28: name = "BIG5"
    case 29, 32: self = .gb18030
    case 30: name = "EUC-KR"
    case 31: name = "GBK"
    default: return nil
    }
  }

  /// Returns the text of some bytes; nil if they are invalid in this set.
  func decode(_ bytes: [UInt8]) -> String? {
    switch self {
    case .ascii: return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    case .utf8: return String(validating: bytes, as: UTF8.self)
    case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return converted(bytes)
    }
  }

  /// Decodes bytes with iconv(3), which supports all of these sets.
  private func converted(_ bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return "" }
    let converter = iconv_open("UTF-8", name)
    // A failure is the address −1.
    guard let converter, Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // No character of these sets needs more than three bytes of UTF-8 for each byte of its own.
    var output = [CChar](repeating: 0, count: 3 * bytes.count + 8)
    var inputLeft = input.count
    var outputLeft = output.count
    let isDone = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var to = output.baseAddress
        return iconv(converter, &from, &inputLeft, &to, &outputLeft) != -1 && inputLeft == 0
      }
    }
    guard isDone else { return nil }
    let text = output.prefix(output.count - outputLeft).map { UInt8(bitPattern: $0) }
    // Private-use characters have no defined meaning, so such a text is refused.
    return String(validating: text, as: UTF8.self).flatMap { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .privateUse } ? nil : text
    }
  }
}
