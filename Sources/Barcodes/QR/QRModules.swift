/// The modules of a QR code, dark or light, as sampled.
struct QRModules {
  let version: QRVersion
  /// `side * side`, row by row.
  var areDark: [Bool]

  subscript(x: Int, y: Int) -> Bool { areDark[y * version.side + x] }

  /// The modules as seen in a mirror.
  var mirrored: QRModules {
    let side = version.side
    var turned = self
    for y in 0..<side {
      for x in 0..<side { turned.areDark[y * side + x] = areDark[x * side + y] }
    }
    return turned
  }

  /// The format information, which is stored twice next to the finder patterns: the error correction level and the
  /// mask.
  struct Format: Equatable {
    let level: QRVersion.Level
    let mask: Int
    /// The number of wrong bits, of fifteen.
    let errors: Int
  }

  /// The format, from the better of its two copies. Nil if both differ from every valid format by more than the 3 wrong
  /// bits that its code corrects (ISO/IEC 18004, 7.9).
  var format: Format? {
    let side = version.side
    var first = 0
    var second = 0
    for bit in 0..<15 {
      let isFirst =
        switch bit {
        case 0..<6: self[8, bit]
        case 6: self[8, 7]
        case 7: self[8, 8]
        case 8: self[7, 8]
        default: self[14 - bit, 8]
        }
      let isSecond = bit < 8 ? self[side - 1 - bit, 8] : self[8, side - 15 + bit]
      if isFirst { first |= 1 << bit }
      if isSecond { second |= 1 << bit }
    }
    var best: Format?
    for (value, code) in Self.formats.enumerated() {
      let errors = min((first ^ code).nonzeroBitCount, (second ^ code).nonzeroBitCount)
      if errors <= 3, errors < best?.errors ?? 4, let level = QRVersion.Level(rawValue: value >> 3) {
        best = Format(level: level, mask: value & 7, errors: errors)
      }
    }
    return best
  }

  /// The version that is stored next to two of the finder patterns from version 7 on; nil if neither copy is readable.
  var encodedVersion: QRVersion? {
    let side = version.side
    guard side >= 45 else { return nil }
    var first = 0
    var second = 0
    for bit in 0..<18 {
      let (along, across) = (side - 11 + bit % 3, bit / 3)
      if self[along, across] { first |= 1 << bit }
      if self[across, along] { second |= 1 << bit }
    }
    let distances = (7...40).map { number in
      (
        number,
        min((first ^ Self.versions[number - 7]).nonzeroBitCount, (second ^ Self.versions[number - 7]).nonzeroBitCount)
      )
    }
    return distances.min { $0.1 < $1.1 }.flatMap { $0.1 <= 3 ? QRVersion($0.0) : nil }
  }

  /// All 32 formats with their check bits, masked (ISO/IEC 18004, 7.9.1).
  private static let formats = (0..<32).map { value in
    var rest = value << 10
    for bit in (10..<15).reversed() where rest >> bit & 1 != 0 { rest ^= 0x537 << (bit - 10) }
    return (value << 10 | rest) ^ 0x5412
  }

  /// Versions 7 to 40 with their check bits (ISO/IEC 18004, 7.10).
  private static let versions = (7...40).map { value in
    var rest = value << 12
    for bit in (12..<18).reversed() where rest >> bit & 1 != 0 { rest ^= 0x1F25 << (bit - 12) }
    return value << 12 | rest
  }

  /// The data code words of a text, and the number of those that were corrected.
  struct Content {
    var data: [UInt8]
    /// The number of corrected code words.
    var errors: Int
    /// The maximum number of code words that could have been corrected.
    var limit: Int
  }

  /// Returns the corrected data code words; nil if too many are wrong.
  func content(_ format: Format) -> Content? {
    let raw = codewords(mask: format.mask)
    let count = version.blocks(format.level)
    let checks = version.checks(format.level)
    let limit = version.limit(format.level)
    let short = raw.count / count - checks
    let longs = raw.count % count
    var content = Content(data: [], errors: 0, limit: limit * count)
    for index in 0..<count {
      // Code words are interleaved between the blocks. The longer blocks are the last, and their last data code word
      // comes after all others.
      let isLong = index >= count - longs
      var block: [UInt8] = []
      block.reserveCapacity(short + 1 + checks)
      for step in 0..<short { block.append(raw[step * count + index]) }
      if isLong { block.append(raw[short * count + index - (count - longs)]) }
      for step in 0..<checks { block.append(raw[short * count + longs + step * count + index]) }
      guard let errors = ReedSolomon.correct(&block, checks: checks, limit: limit) else { return nil }
      content.errors += errors
      content.data += block.dropLast(checks)
    }
    return content
  }

  /// Returns the code words in the order in which they wind up and down through the code, from its lower right corner.
  private func codewords(mask: Int) -> [UInt8] {
    let side = version.side
    let alignments = version.alignments
    var words = [UInt8](repeating: 0, count: version.codewords)
    var bit = 0
    var right = side - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<side {
        let y = isUpward ? side - 1 - step : step
        for x in [right, right - 1] where !version.isFunction(x, y, alignments: alignments) {
          guard bit < words.count * 8 else { return words }
          if self[x, y] != Self.isFlipped(x, y, mask) { words[bit >> 3] |= 0x80 >> UInt8(bit & 7) }
          bit += 1
        }
      }
      right -= 2
    }
    return words
  }

  /// Returns true if a mask inverts a module (ISO/IEC 18004, Table 10).
  private static func isFlipped(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (x + y).isMultiple(of: 2)
    case 1: y.isMultiple(of: 2)
    case 2: x.isMultiple(of: 3)
    case 3: (x + y).isMultiple(of: 3)
    case 4: (x / 3 + y / 2).isMultiple(of: 2)
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3).isMultiple(of: 2)
    default: ((x + y) % 2 + x * y % 3).isMultiple(of: 2)
    }
  }
}
