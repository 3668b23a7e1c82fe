import Glibc
import Imaging
import TestSupport

/// Generated pictures of codes of which a part is covered by something that fits: bars of another code with a right
/// check digit. Only the printed code may be read on them.
enum MisleadingPictures {
  /// A picture with the texts that may be read.
  struct Picture {
    let name: String
    let frame: LumaFrame
    let allowed: Set<String>
  }

  /// The change of a printed code.
  enum Kind: String, CaseIterable {
    /// Two cells show other digits with a right check digit, on a part of the height.
    case digitsDrawnOver
    /// The right half of another code lies over a part of the height.
    case otherHalf
    /// Another code lies over it, moved by some modules, on a part of the height.
    case overlapped
    /// Paper covers two cells on the whole height.
    case covered
    /// One end is cut off, and bars of another code follow.
    case spliced
    /// A reflection hides bars of two cells, so that spaces grow together.
    case reflected
  }

  /// The pictures of a kind, always the same ones: flat and on a cylinder, sharp and blurred.
  static func pictures(of kind: Kind, count: Int) -> [Picture] {
    var random = SeededRandom(seed: UInt64(100 + (Kind.allCases.firstIndex(of: kind) ?? 0)))
    return (1...count).map { number in
      let (digits, other) = (code(&random), code(&random))
      let frame = print(digits, other, damagedAs: kind, &random)
      var seen = number % 2 == 0 ? onCylinder(frame) : frame
      if number % 3 == 0 { seen = seen.boxBlurred(radius: 1.5) }
      // A code that lies whole over another one is printed too.
      let printed = kind == .overlapped ? [digits, other] : [digits]
      return Picture(name: "\(kind.rawValue) \(number)", frame: seen, allowed: Set(printed.flatMap(texts)))
    }
  }

  private static let module = 4
  private static let height = 120
  private static let quiet = 12

  private static func print(
    _ digits: [Int], _ other: [Int], damagedAs kind: Kind, _ random: inout SeededRandom
  ) -> LumaFrame {
    var modules = bars(digits)
    switch kind {
    case .digitsDrawnOver: return stacked(modules, bars(neighbour(of: digits, &random)), 0, &random)
    case .otherHalf:
      return stacked(modules, Array(modules[..<50] + bars(other)[50...]), 0, &random)
    case .overlapped: return stacked(modules, bars(other), Int.random(in: -20...20, using: &random), &random)
    case .covered:
      for _ in 0..<2 {
        let cell = start(ofCell: Int.random(in: 0..<12, using: &random))
        for index in cell..<cell + 7 { modules[index] = false }
      }
    case .spliced:
      var cell = Int.random(in: 6..<11, using: &random)
      // By chance the parts can be a code with a right check digit, which nothing distinguishes from a printed one.
      while cell < 11, isChecked(Array(digits[...cell] + other[(cell + 1)...])) { cell += 1 }
      let cut = start(ofCell: cell)
      modules = Array(modules[..<cut] + bars(other)[cut...])
    case .reflected:
      for _ in 0..<2 {
        let cell = start(ofCell: Int.random(in: 0..<12, using: &random)) + Int.random(in: 0..<4, using: &random)
        for index in cell..<cell + 3 { modules[index] = false }
      }
    }
    return drawn([(modules, 0, 0..<height)])
  }

  /// Returns a code of which a band, or all rows but a band, shows other bars.
  private static func stacked(
    _ own: [Bool], _ other: [Bool], _ shift: Int, _ random: inout SeededRandom
  ) -> LumaFrame {
    // The printed code keeps more than half of its height.
    let top = Int.random(in: 0..<height * 2 / 3, using: &random)
    let bottom = min(height, top + Int.random(in: height / 8..<height * 2 / 5, using: &random))
    return drawn([(own, 0, 0..<height), (other, shift, top..<bottom)])
  }

  private static func drawn(_ layers: [(modules: [Bool], shift: Int, rows: Range<Int>)]) -> LumaFrame {
    let width = (95 + 2 * quiet) * module
    var frame = LumaFrame(width: width, height: height + 60, filledWith: 215)
    for layer in layers {
      for (index, isBar) in layer.modules.enumerated() {
        let x = (quiet + index + layer.shift) * module
        let box = PixelRectangle(x: x, y: 30 + layer.rows.lowerBound, width: module, height: layer.rows.count)
        frame.fill(box, with: isBar ? 35 : 215)
      }
    }
    return frame
  }

  private static func start(ofCell cell: Int) -> Int { 3 + 7 * cell + (cell < 6 ? 0 : 5) }

  /// Returns a random code with a right check digit.
  private static func code(_ random: inout SeededRandom) -> [Int] {
    checked((0..<12).map { _ in Int.random(in: 0...9, using: &random) })
  }

  private static func checked(_ digits: [Int]) -> [Int] {
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + [(10 - sum % 10) % 10]
  }

  /// Returns a code that differs in one digit and in the check digit.
  private static func neighbour(of digits: [Int], _ random: inout SeededRandom) -> [Int] {
    var other = Array(digits[..<12])
    let index = Int.random(in: 1..<12, using: &random)
    other[index] = (other[index] + Int.random(in: 1...9, using: &random)) % 10
    return checked(other)
  }

  private static func isChecked(_ digits: [Int]) -> Bool { checked(Array(digits[..<12])) == digits }

  /// Returns the texts of a code as EAN-13 and as UPC-A.
  private static func texts(_ digits: [Int]) -> [String] {
    let text = digits.map(String.init).joined()
    return digits[0] == 0 ? [text, String(text.dropFirst())] : [text]
  }

  /// The widths of a left digit in odd parity, beginning with a space.
  private static let widths = [3211, 2221, 2122, 1411, 1132, 1231, 1114, 1312, 1213, 3112]

  /// The 95 modules of a code; true for ink.
  static func bars(_ digits: [Int]) -> [Bool] {
    let parities = [
      "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO",
    ].map(Array.init)
    func runs(_ digit: Int, isReversed: Bool, startsWithInk: Bool) -> [Bool] {
      let own = String(widths[digit]).compactMap(\.wholeNumberValue)
      var isInk = startsWithInk
      return (isReversed ? own.reversed() : own).flatMap { width -> [Bool] in
        defer { isInk.toggle() }
        return Array(repeating: isInk, count: width)
      }
    }
    let left = (1...6).flatMap { index in
      runs(digits[index], isReversed: parities[digits[0]][index - 1] == "E", startsWithInk: false)
    }
    let right = (7...12).flatMap { runs(digits[$0], isReversed: false, startsWithInk: true) }
    return [true, false, true] + left + [false, true, false, true, false] + right + [true, false, true]
  }

  /// Returns a print on a cylinder whose axis is parallel to the bars, seen from one side.
  private static func onCylinder(_ print: LumaFrame) -> LumaFrame {
    let (first, last) = (-0.3, 1.0)
    var frame = LumaFrame(width: print.width, height: print.height, filledWith: 215)
    for x in 0..<print.width {
      let sine = sin(first) + (sin(last) - sin(first)) * (Double(x) + 0.5) / Double(print.width)
      let from = min(print.width - 1, Int((asin(sine) - first) / (last - first) * Double(print.width)))
      for y in 0..<print.height { frame[x, y] = print[from, y] }
    }
    return frame
  }
}
