/// The text in a barcode's bytes, where nothing tells their character set.
struct CodeText {
  let text: String
  /// Whether the bytes are no UTF-8, so that another set was supposed.
  let isGuessed: Bool
  /// The set that was supposed.
  let charset: Charset

  /// Takes UTF-8, with or without its byte order mark; else Shift-JIS, where the bytes are like Japanese; and else ISO
  /// 8859-1, which is the default of ISO/IEC 18004 and fits any bytes.
  ///
  /// - Parameters:
  ///   - bytes: as they stand in the code.
  ///   - isJapanese: whether something else in the code is in Shift-JIS.
  init(_ bytes: [UInt8], isJapanese: Bool = false) {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    if let text = Charset.utf8.decode(body) {
      self.text = text
      (isGuessed, charset) = (false, .utf8)
    } else if isJapanese || Self.isLikeJapanese(bytes), let text = Charset.shiftJIS.decode(bytes) {
      self.text = text
      (isGuessed, charset) = (true, .shiftJIS)
    } else {
      text = Charset.latin1.decode(bytes) ?? ""
      (isGuessed, charset) = (true, .latin1)
    }
  }

  /// Whether bytes that are no UTF-8 are rather Japanese than western.
  ///
  /// 0x80 to 0x9F are control characters in ISO 8859-1, which no text has, and begin the kana and the common kanji of
  /// Shift-JIS, as no western text begins its words. Without them only half-width katakana are common: bytes of 0xA1 to
  /// 0xDF side by side, where western words have an accent here and there, and most of them beyond 0xDF.
  private static func isLikeJapanese(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(where: { (0x80...0x9F).contains($0) }) { return true }
    let high = bytes.filter { $0 >= 0x80 }.count
    guard high > 1, bytes.allSatisfy({ $0 < 0x80 || (0xA1...0xDF).contains($0) }) else { return false }
    var stretches = 0
    for (index, byte) in bytes.enumerated() where byte >= 0x80 && (index == 0 || bytes[index - 1] < 0x80) {
      stretches += 1
    }
    return high >= 2 * stretches
  }
}
