internal import Deadwax

/// Code 39, Interleaved 2 of 5 and Codabar (ISO/IEC 16388, ISO/IEC 16390, ANSI/AIM BC3). Bars and spaces are narrow or
/// wide, and the printer chooses a ratio of 2 to 3.
///
/// None of them has a mandatory check.
extension BarPattern {
  /// Returns the number of edges of such a code.
  ///
  /// - Parameters:
  ///   - symbology: `.code39`, `.itf` or `.codabar`.
  ///   - signs: the number of characters in the text; for a Codabar including its start and stop.
  /// - Returns: nil for another symbology.
  static func edgeCount(_ symbology: Symbology, signs: Int) -> Int? {
    switch symbology {
    case .code39: 10 * (signs + 2)
    case .itf: signs.isMultiple(of: 2) ? 5 * signs + 8 : nil
    case .codabar: 8 * signs
    default: nil
    }
  }

  /// Returns the pattern of a code, with the widths measured on a line.
  ///
  /// - Parameters:
  ///   - symbology: `.code39`, `.itf` or `.codabar`.
  ///   - text: the text in ASCII.
  ///   - edges: the edges of the line.
  ///   - first: the index of the edge at which the code begins.
  ///   - isBackwards: true if the code runs against the line.
  /// - Returns: nil if the text is not valid in the symbology, or the line does not hold it.
  static func twoWidths(
    _ symbology: Symbology, _ text: [UInt8], on edges: [Float], first: Int, isBackwards: Bool
  ) -> BarPattern? {
    guard let count = edgeCount(symbology, signs: text.count), let code = TwoWidthCode(symbology, text) else {
      return nil
    }
    let last = isBackwards ? first - count + 1 : first + count - 1
    guard edges.indices.contains(first), edges.indices.contains(last), code.elements.count == count - 1 else {
      return nil
    }
    // Bars and spaces are measured separately: ink makes bars wider by the amount by which it makes spaces narrower.
    var sums = (narrow: (0 as Float, 0 as Float), wide: (0 as Float, 0 as Float), gap: 0 as Float)
    var counts = (narrow: (0 as Float, 0 as Float), wide: (0 as Float, 0 as Float), gap: 0 as Float)
    for (index, element) in code.elements.enumerated() {
      let width =
        isBackwards
        ? edges[first - index] - edges[first - index - 1] : edges[first + index + 1] - edges[first + index]
      switch (element, index % 2) {
      case (.narrow, 0): (sums.narrow.0, counts.narrow.0) = (sums.narrow.0 + width, counts.narrow.0 + 1)
      case (.narrow, _): (sums.narrow.1, counts.narrow.1) = (sums.narrow.1 + width, counts.narrow.1 + 1)
      case (.wide, 0): (sums.wide.0, counts.wide.0) = (sums.wide.0 + width, counts.wide.0 + 1)
      case (.wide, _): (sums.wide.1, counts.wide.1) = (sums.wide.1 + width, counts.wide.1 + 1)
      case (.gap, _): (sums.gap, counts.gap) = (sums.gap + width, counts.gap + 1)
      }
    }
    func mean(_ sum: (Float, Float), _ count: (Float, Float)) -> Float {
      let (bars, spaces) = (sum.0 / max(1, count.0), sum.1 / max(1, count.1))
      return count.0 == 0 ? spaces : count.1 == 0 ? bars : (bars + spaces) / 2
    }
    let narrow = mean(sums.narrow, counts.narrow)
    let wide = mean(sums.wide, counts.wide) / narrow
    let gap = counts.gap > 0 ? sums.gap / counts.gap / narrow : 1
    guard narrow > 0.3, (1.6...4).contains(wide), (0.5...6).contains(gap) else { return nil }
    return code.pattern(wide: wide, gap: gap)
  }
}

/// The narrow and wide elements of a text.
private struct TwoWidthCode {
  enum Element { case narrow, wide, gap }

  let symbology: Symbology
  /// The characters' masks in order, the leftmost element in the highest bit; 1 is wide.
  private var masks: [UInt16] = []
  private(set) var elements: [Element] = []

  init?(_ symbology: Symbology, _ text: [UInt8]) {
    self.symbology = symbology
    switch symbology {
    case .code39:
      for byte in [0x2A] + text + [0x2A] {
        guard let sign = code39Signs.firstIndex(of: byte) else { return nil }
        if !elements.isEmpty { elements.append(.gap) }
        append(code39[sign], 9)
      }
    case .codabar:
      for byte in text {
        guard let sign = codabarSigns.firstIndex(of: byte >= 0x61 ? byte - 32 : byte) else { return nil }
        if !elements.isEmpty { elements.append(.gap) }
        append(codabar[sign], 7)
      }
    case .itf:
      elements = [.narrow, .narrow, .narrow, .narrow]
      for index in stride(from: 0, to: text.count - 1, by: 2) {
        guard (48...57).contains(text[index]), (48...57).contains(text[index + 1]) else { return nil }
        append(itfPairs[Int(text[index] - 48) * 10 + Int(text[index + 1] - 48)], 10)
      }
      elements += [.wide, .narrow, .narrow]
    default: return nil
    }
  }

  private mutating func append(_ mask: UInt16, _ count: Int) {
    masks.append(mask)
    for bit in (0..<count).reversed() { elements.append(mask >> bit & 1 == 1 ? .wide : .narrow) }
  }

  func pattern(wide: Float, gap: Float) -> BarPattern {
    func alphabet(_ signs: [UInt16], _ count: Int) -> BarPattern.Alphabet {
      BarPattern.Alphabet(
        widths: signs.map { mask in (0..<count).reversed().map { mask >> $0 & 1 == 1 ? wide : 1 } },
        beginsWithBar: true)
    }
    switch symbology {
    case .itf:
      var pattern = BarPattern(alphabets: [alphabet(itfPairs, 10)], hasCheck: false)
      pattern.add([1, 1, 1, 1])
      for mask in masks { pattern.add(sign: itfPairs.firstIndex(of: mask) ?? 0, of: 0) }
      pattern.add([wide, 1, 1])
      return pattern
    case .code39:
      var pattern = BarPattern(alphabets: [alphabet(code39, 9)], hasCheck: false)
      for (index, mask) in masks.enumerated() {
        if index > 0 { pattern.add([gap]) }
        pattern.add(sign: code39.firstIndex(of: mask) ?? 0, of: 0)
      }
      return pattern
    default:
      // Characters with two wide elements and characters with three have different lengths, so each group competes
      // separately.
      let two = codabar.filter { $0.nonzeroBitCount == 2 }
      let three = codabar.filter { $0.nonzeroBitCount == 3 }
      var pattern = BarPattern(
        alphabets: [alphabet(two, 7), alphabet(three, 7)], hasCheck: false)
      for (index, mask) in masks.enumerated() {
        if index > 0 { pattern.add([gap]) }
        let isThree = mask.nonzeroBitCount == 3
        pattern.add(sign: (isThree ? three : two).firstIndex(of: mask) ?? 0, of: isThree ? 1 : 0)
      }
      return pattern
    }
  }
}

private let code39Signs = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*".utf8)
private let code39: [UInt16] = [
  0b000110100, 0b100100001, 0b001100001, 0b101100000, 0b000110001, 0b100110000, 0b001110000, 0b000100101,
  0b100100100, 0b001100100, 0b100001001, 0b001001001, 0b101001000, 0b000011001, 0b100011000, 0b001011000,
  0b000001101, 0b100001100, 0b001001100, 0b000011100, 0b100000011, 0b001000011, 0b101000010, 0b000010011,
  0b100010010, 0b001010010, 0b000000111, 0b100000110, 0b001000110, 0b000010110, 0b110000001, 0b011000001,
  0b111000000, 0b010010001, 0b110010000, 0b011010000, 0b010000101, 0b110000100, 0b011000100, 0b010101000,
  0b010100010, 0b010001010, 0b000101010, 0b010010100,
]
private let codabarSigns = Array("0123456789-$:/.+ABCD".utf8)
private let codabar: [UInt16] = [
  0b0000011, 0b0000110, 0b0001001, 0b1100000, 0b0010010, 0b1000010, 0b0100001, 0b0100100, 0b0110000, 0b1001000,
  0b0001100, 0b0011000, 0b1000101, 0b1010001, 0b1010100, 0b0010101, 0b0011010, 0b0101001, 0b0001011, 0b0001110,
]
private let itfDigits: [UInt16] = [
  0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
]
/// The masks of pairs of digits, the first in the bars and the second in the spaces.
private let itfPairs: [UInt16] = (0..<100).map { pair in
  var mask: UInt16 = 0
  for bit in (0..<5).reversed() {
    mask = mask << 1 | (itfDigits[pair / 10] >> bit & 1)
    mask = mask << 1 | (itfDigits[pair % 10] >> bit & 1)
  }
  return mask
}
