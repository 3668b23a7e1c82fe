/// The text that is decoded from the data code words of a QR code (ISO/IEC 18004, 7.4).
struct QRText {
  /// The bytes of the code; Kanji as Shift-JIS.
  private(set) var raw: [UInt8] = []
  private(set) var text = ""
  /// True if the character set of some of the bytes was guessed.
  private(set) var isGuessed = false
  /// True if FNC1 is in the first position: the text consists of GS1 elements.
  private(set) var isGS1 = false

  /// A sequence of bytes in one character set; nil if the code names none.
  private struct Piece {
    var bytes: [UInt8]
    var charset: Charset?
  }

  /// Decodes code words; nil if they contradict themselves, because they were corrected into something that is not a
  /// text.
  init?(_ words: [UInt8], version: QRVersion) {
    var bits = Bits(words)
    var pieces: [Piece] = []
    var charset: Charset?
    var hasFNC1 = false
    /// The index of the bit counts of character counts, which grow with the version.
    let size = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
    reading: while bits.left >= 4 {
      guard let mode = bits.take(4) else { return nil }
      switch mode {
      case 0: break reading
      case 1:
        guard let count = bits.take([10, 12, 14][size]), let digits = Self.digits(count, &bits) else { return nil }
        pieces.append(Piece(bytes: digits, charset: .ascii))
      case 2:
        guard let count = bits.take([9, 11, 13][size]), let signs = Self.signs(count, &bits) else { return nil }
        pieces.append(Piece(bytes: hasFNC1 ? Self.separated(signs) : signs, charset: .ascii))
      case 3:
        // One of up to 16 codes that share a text: the code's number, the number of codes, and the parity of all.
        guard bits.take(16) != nil else { return nil }
      case 4:
        guard let count = bits.take([8, 16, 16][size]), let bytes = bits.bytes(count) else { return nil }
        pieces.append(Piece(bytes: bytes, charset: charset))
      case 5: (hasFNC1, isGS1) = (true, isGS1 || pieces.isEmpty)
      case 7:
        guard let number = Self.designator(&bits) else { return nil }
        charset = Charset(designator: number)
      case 8:
        guard let count = bits.take([8, 10, 12][size]), let kanji = Self.kanji(count, &bits) else { return nil }
        pieces.append(Piece(bytes: kanji, charset: .shiftJIS))
      case 9:
        hasFNC1 = true
        guard bits.take(8) != nil else { return nil }
      case 13:
        // Hanzi (GB/T 18284): a subset, followed by pairs.
        guard bits.take(4) == 1, let count = bits.take([8, 10, 12][size]), let hanzi = Self.hanzi(count, &bits)
        else { return nil }
        pieces.append(Piece(bytes: hanzi, charset: .gb18030))
      default: return nil
      }
    }
    raw = pieces.flatMap(\.bytes)
    write(pieces)
  }

  /// Decodes the pieces. Bytes without a named character set are judged together: a character may span two pieces, and
  /// one piece is too short to judge.
  private mutating func write(_ pieces: [Piece]) {
    var open: [UInt8] = []
    let isJapanese = pieces.contains { $0.charset == .shiftJIS }
    let guessed = CodeText(pieces.filter { $0.charset == nil }.flatMap(\.bytes), isJapanese: isJapanese)
    isGuessed = guessed.isGuessed
    func close(_ text: inout String) {
      text += guessed.charset.decode(open) ?? CodeText(open, isJapanese: isJapanese).text
      open = []
    }
    for piece in pieces {
      if let charset = piece.charset {
        // A byte order mark is not a part of the text. An ASCII piece does not end a sequence of unnamed bytes, unless
        // they are read as Shift-JIS.
        if charset == .ascii, !open.isEmpty, guessed.charset != .shiftJIS {
          open += piece.bytes
          continue
        }
        close(&text)
        if let decoded = charset.decode(piece.bytes) {
          text += decoded
        } else {
          let other = CodeText(piece.bytes)
          text += other.text
          isGuessed = true
        }
      } else {
        open += piece.bytes
      }
    }
    close(&text)
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
  }

  private static func digits(_ count: Int, _ bits: inout Bits) -> [UInt8]? {
    var digits: [UInt8] = []
    var left = count
    while left > 0 {
      let group = min(3, left)
      guard let value = bits.take([4, 7, 10][group - 1]), value < [10, 100, 1000][group - 1] else { return nil }
      if group > 2 { digits.append(0x30 + UInt8(value / 100)) }
      if group > 1 { digits.append(0x30 + UInt8(value / 10 % 10)) }
      digits.append(0x30 + UInt8(value % 10))
      left -= group
    }
    return digits
  }

  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  private static func signs(_ count: Int, _ bits: inout Bits) -> [UInt8]? {
    var signs: [UInt8] = []
    for _ in 0..<count / 2 {
      guard let value = bits.take(11), value < 45 * 45 else { return nil }
      signs += [alphabet[value / 45], alphabet[value % 45]]
    }
    if !count.isMultiple(of: 2) {
      guard let value = bits.take(6), value < 45 else { return nil }
      signs.append(alphabet[value])
    }
    return signs
  }

  /// Replaces GS1's separators: a percent sign stands for the separator, and two stand for one percent sign (ISO/IEC
  /// 18004, 7.4.8.2).
  private static func separated(_ signs: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < signs.count {
      let isPercent = signs[index] == UInt8(ascii: "%")
      let isDouble = isPercent && index + 1 < signs.count && signs[index + 1] == UInt8(ascii: "%")
      result.append(isPercent && !isDouble ? 0x1D : signs[index])
      index += isDouble ? 2 : 1
    }
    return result
  }

  private static func kanji(_ count: Int, _ bits: inout Bits) -> [UInt8]? {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      guard let value = bits.take(13) else { return nil }
      let packed = (value / 0xC0) << 8 | value % 0xC0
      let code = packed + (packed < 0x1F00 ? 0x8140 : 0xC140)
      guard code <= 0xEBBF else { return nil }
      bytes += [UInt8(code >> 8), UInt8(code & 0xFF)]
    }
    return bytes
  }

  private static func hanzi(_ count: Int, _ bits: inout Bits) -> [UInt8]? {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      guard let value = bits.take(13) else { return nil }
      let packed = (value / 0x60) << 8 | value % 0x60
      let code = packed + (packed < 0xA00 ? 0xA1A1 : 0xA6A1)
      guard code <= 0xFEFE else { return nil }
      bytes += [UInt8(code >> 8), UInt8(code & 0xFF)]
    }
    return bytes
  }

  /// Reads the number of an Extended Channel Interpretation, one to three bytes long (ISO/IEC 18004, 7.4.2.2).
  private static func designator(_ bits: inout Bits) -> Int? {
    guard let first = bits.take(8) else { return nil }
    if first & 0x80 == 0 { return first }
    if first & 0xC0 == 0x80 { return bits.take(8).map { (first & 0x3F) << 8 | $0 } }
    guard first & 0xE0 == 0xC0 else { return nil }
    return bits.take(16).map { (first & 0x1F) << 16 | $0 }
  }
}

/// A reader of code words, bit by bit.
private struct Bits {
  private let words: [UInt8]
  private var position = 0

  init(_ words: [UInt8]) { self.words = words }

  var left: Int { words.count * 8 - position }

  mutating func take(_ count: Int) -> Int? {
    guard left >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(words[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard left >= 8 * count else { return nil }
    return (0..<count).map { _ in UInt8(take(8) ?? 0) }
  }
}
