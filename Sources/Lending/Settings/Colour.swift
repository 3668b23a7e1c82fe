internal import Glibc

/// A colour of the pages, in sRGB.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  /// Reads `#rrggbb` or `rrggbb`, in letters of either case; nil for any other text.
  package init?(_ text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    red = UInt8(truncatingIfNeeded: value >> 16)
    green = UInt8(truncatingIfNeeded: value >> 8)
    blue = UInt8(truncatingIfNeeded: value)
  }

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The text `#rrggbb`, in small letters.
  package var text: String {
    "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns a mixture with another colour.
  ///
  /// - Parameters:
  ///   - other: the other colour.
  ///   - percent: the part of the other colour, from 0 to 100.
  /// - Returns: the mixture.
  package func mixed(with other: Colour, percent: Int) -> Colour {
    let share = Double(percent) / 100
    let mixed = zip(parts, other.parts).map { UInt8((Double($0) * (1 - share) + Double($1) * share).rounded()) }
    return Colour(red: mixed[0], green: mixed[1], blue: mixed[2])
  }

  /// Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2, contrast ratio).
  package func contrast(with other: Colour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private var parts: [UInt8] { [red, green, blue] }

  /// The relative luminance (WCAG 2.2).
  private var luminance: Double {
    let linear = parts.map { part in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
