/// The characters of a Code 128 (ISO/IEC 15417) and their decoded bytes.
///
/// libzbar returns only the text, which can be encoded in several ways, and does not support FNC4. The characters are
/// therefore read again from the widths.
struct Code128 {
  /// The values from the start character to the check character, without the stop.
  let values: [Int]

  /// The maximum number of characters; libzbar's buffer holds no more.
  private static let limit = 256

  /// Reads the characters; nil if there is no complete code with a right check character.
  ///
  /// - Parameters:
  ///   - edges: the edges of a line.
  ///   - first: the index of the edge at which the start character begins.
  ///   - isBackwards: true if the code runs against the line.
  init?(on edges: [Float], first: Int, isBackwards: Bool) {
    let direction = isBackwards ? -1 : 1
    var values: [Int] = []
    var edge = first
    while values.count < Self.limit {
      let end = edge + 6 * direction
      guard edges.indices.contains(edge), edges.indices.contains(end),
        let value = Self.value(edges, edge, direction)
      else { return nil }
      if values.isEmpty, !(103...105).contains(value) { return nil }
      if !values.isEmpty, value >= 103, value != 106 { return nil }
      if value == 106 { break }
      values.append(value)
      edge = end
    }
    // At least a start, one character and the check; the stop's last bar must be on the line.
    guard values.count >= 3, edges.indices.contains(edge + 7 * direction) else { return nil }
    let sum = values.dropLast().enumerated().reduce(0) { $0 + max(1, $1.offset) * $1.element }
    guard sum % 103 == values.last else { return nil }
    self.values = values
  }

  /// Returns the character whose distances between edges of the same kind fit best. In these distances the spread of
  /// ink cancels out.
  private static func value(_ edges: [Float], _ first: Int, _ direction: Int) -> Int? {
    let width = abs(edges[first + 6 * direction] - edges[first])
    guard width > 0 else { return nil }
    let scale = 11 / width
    func pair(_ index: Int) -> Float {
      abs(edges[first + (index + 2) * direction] - edges[first + index * direction]) * scale
    }
    let seen = (pair(0), pair(1), pair(2), pair(3))
    var best: (value: Int, miss: Float) = (0, .infinity)
    for (value, widths) in Self.widths.enumerated() {
      let (a, b) = (widths[0] + widths[1] - seen.0, widths[1] + widths[2] - seen.1)
      let (c, d) = (widths[2] + widths[3] - seen.2, widths[3] + widths[4] - seen.3)
      let miss = a * a + b * b + c * c + d * d
      if miss < best.miss { best = (value, miss) }
    }
    return best.miss < 2 ? best.value : nil
  }

  /// The bars of these characters.
  var pattern: BarPattern {
    var pattern = BarPattern(alphabets: [Self.alphabet], hasCheck: true)
    for value in values { pattern.add(sign: value, of: 0) }
    pattern.add(Self.widths[106] + [2])
    pattern.isChecked = { signs in
      signs.dropLast().enumerated().reduce(0) { $0 + max(1, $1.offset) * $1.element } % 103 == signs.last
    }
    return pattern
  }

  /// True if FNC1 is the first character after the start character: the code follows GS1 (GS1 General Specifications,
  /// section 5.4.3).
  static func isGS1(_ pattern: BarPattern) -> Bool { pattern.cells.count > 2 && pattern.cells[1].sign == 102 }

  private static let alphabet = BarPattern.Alphabet(widths: widths.dropLast(), beginsWithBar: true)

  /// The bytes that the characters encode: ASCII, and after FNC4 the upper half of ISO 8859-1. An FNC1 that is not the
  /// first character becomes GS, as GS1 specifies. Nil if the characters are invalid.
  var bytes: [UInt8]? {
    guard let start = values.first, values.count >= 3 else { return nil }
    var set: Character = start == 103 ? "A" : start == 104 ? "B" : "C"
    var result: [UInt8] = []
    var shift = false
    var (upperOnce, upperAll) = (false, false)
    for (index, value) in values.dropFirst().dropLast().enumerated() {
      if set == "C" {
        switch value {
        case 0..<100: result += [UInt8(48 + value / 10), UInt8(48 + value % 10)]
        case 100: set = "B"
        case 101: set = "A"
        case 102: if index > 0 { result.append(0x1D) }
        default: return nil
        }
        continue
      }
      let now: Character = shift ? (set == "A" ? "B" : "A") : set
      shift = false
      switch (value, now) {
      case (0..<96, _):
        let low = now == "B" || value < 64 ? UInt8(value + 32) : UInt8(value - 64)
        result.append(upperOnce != upperAll ? low | 0x80 : low)
        upperOnce = false
      case (98, _): shift = true
      case (99, _): set = "C"
      case (100, "A"): set = "B"
      case (101, "B"): set = "A"
      case (100, _), (101, _):
        // FNC4: one applies to the next character, two apply to all that follow.
        if upperOnce { (upperOnce, upperAll) = (false, !upperAll) } else { upperOnce = true }
      case (102, _): if index > 0 { result.append(0x1D) }
      default: break
      }
    }
    return result
  }

  /// The widths of bar, space, bar, space, bar, space of each character; the last is the stop without its last bar.
  private static let widths: [[Float]] = {
    let digits = """
      212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221\
      223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321\
      112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131\
      311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114\
      122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141\
      214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232233111
      """
    let values = digits.utf8.map { Float($0) - 48 }
    return stride(from: 0, to: values.count, by: 6).map { Array(values[$0..<min($0 + 6, values.count)]) }
  }()
}
