/// A key by its position on a keyboard, with the kernel's number (linux/input-event-codes.h).
///
/// The names are those of a US keyboard; the layout determines the character.
package struct KeyCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }
  init(_ rawValue: UInt16) { self.rawValue = rawValue }

  package var description: String { "key \(rawValue)" }

  package static let enter = KeyCode(28)
  package static let tab = KeyCode(15)
  package static let space = KeyCode(57)
  package static let leftControl = KeyCode(29)
  package static let rightControl = KeyCode(97)
  package static let leftShift = KeyCode(42)
  package static let rightShift = KeyCode(54)
  package static let leftAlt = KeyCode(56)
  /// The right Alt key, AltGr on most keyboards.
  package static let rightAlt = KeyCode(100)
  package static let leftMeta = KeyCode(125)
  package static let rightMeta = KeyCode(126)
  package static let capsLock = KeyCode(58)
  package static let numLock = KeyCode(69)
  package static let scrollLock = KeyCode(70)
  package static let keypadEnter = KeyCode(96)
  package static let keypadDecimal = KeyCode(83)
  /// The key between the left shift and Z, which American keyboards lack.
  package static let between = KeyCode(86)

  /// The digit of a keypad key, with num lock assumed on.
  package var keypadDigit: Int? { Self.keypadDigits[self] }

  /// The character of another keypad key, which is the same in every layout.
  package var keypadSign: String? { Self.keypadSigns[self] }

  /// True for buttons, which no keyboard has (BTN_MISC and above, without the keys that follow the buttons).
  package var isButton: Bool { (0x100..<0x160).contains(rawValue) }

  private static let keypadDigits: [KeyCode: Int] = Dictionary(
    uniqueKeysWithValues: [82, 79, 80, 81, 75, 76, 77, 71, 72, 73].enumerated().map { (KeyCode($1), $0) })

  private static let keypadSigns: [KeyCode: String] = [
    KeyCode(55): "*", KeyCode(74): "-", KeyCode(78): "+", KeyCode(98): "/", KeyCode(117): "=", KeyCode(121): ",",
    KeyCode(179): "(", KeyCode(180): ")",
  ]

  /// The rows of character keys from left to right and from top to bottom. The last key of the third row is the one
  /// left of Enter, the first of the fourth the one right of the left shift.
  static let rows: [[KeyCode]] = [
    [41] + (2...13), (16...27) + [], (30...40) + [43], [86] + (44...53),
  ].map { (row: [UInt16]) in row.map { KeyCode($0) } }
}
