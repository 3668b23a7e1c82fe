/// The text in a barcode's bytes if the code does not name their character set.
struct CodeText {
  let text: String
  /// True if the bytes are not valid UTF-8, so that another character set was assumed.
  let isGuessed: Bool
  /// The character set that was assumed.
  let charset: Charset

  /// Decodes the bytes as UTF-8, with or without a byte order mark. If they are not valid, decodes them as Shift-JIS if
  /// they look Japanese. Otherwise decodes them as ISO 8859-1, which is the default of ISO/IEC 18004 and fits any
  /// bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the code.
  ///   - isJapanese: true if another part of the code is in Shift-JIS.
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

  /// Returns true if bytes that are not valid UTF-8 are more likely Japanese than western.
  ///
  /// 0x80 to 0x9F are control characters in ISO 8859-1, which no text contains. In Shift-JIS they begin the kana and
  /// the common kanji; no western text begins its words with them. Apart from these, only half-width katakana are
  /// common: adjacent bytes of 0xA1 to 0xDF. Western words have only an occasional accented letter, and most of those
  /// are beyond 0xDF.
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
