/// The text in a barcode's bytes.
struct CodeText {
  let text: String
  /// Whether the bytes are no UTF-8, so that Latin-1 was supposed.
  let isGuessed: Bool

  /// Takes UTF-8, with or without its byte order mark, and else ISO 8859-1, which is the default of ISO/IEC 18004 and
  /// fits any bytes.
  init(_ bytes: [UInt8]) {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if let text = String(validating: body, as: UTF8.self) {
      self.text = text
      isGuessed = false
    } else {
      text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      isGuessed = true
    }
  }
}
