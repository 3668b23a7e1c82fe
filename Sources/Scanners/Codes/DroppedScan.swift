/// The reason a scan was dropped. A dropped code is better than a wrong one, because it can be scanned again at once.
package enum DroppedScan: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel's queue was full, and key events were lost (SYN_DROPPED).
  case lostKeys
  /// The scanner was grabbed in the middle of a code.
  case halfSeen
  /// The scanner was unplugged in the middle of a code.
  case unplugged
  /// The end of the code did not arrive.
  case noEnd
  /// The code is longer than the limit.
  case tooLong
  /// A key has no character in this layout.
  case unreadable(KeyCode, layout: String)
  /// The code is valid only in another layout; the values are that layout and the configured one.
  case otherLayout(String, set: String)
  /// The configured prefix is missing.
  case noPrefix(String)
  /// The configured suffix is missing.
  case noSuffix(String)
  /// The required AIM identifier (`]E0`) is missing.
  case noIdentifier
  /// The scanner identifies the code as EAN or UPC, but the check digit is wrong.
  case wrongCheckDigit
  /// The code is only the add-on of two or five digits next to a barcode, which identifies nothing.
  case addOn
  /// There is nothing between prefix and suffix.
  case empty

  /// The reason as the second part of a sentence: "A code was dropped: …".
  package var description: String {
    switch self {
    case .lostKeys: "the system lost some of the scanner's keys"
    case .halfSeen: "its beginning was not received"
    case .unplugged: "the scanner was unplugged during the code"
    case .noEnd: "its end was not received"
    case .tooLong: "it is longer than \(CodeLine.lengthLimit) bytes"
    case .unreadable(let key, let layout): "\(key) has no character in the layout '\(layout)'"
    case .otherLayout(let name, let set): "the scanner uses the layout '\(name)', but '\(set)' is configured"
    case .noPrefix(let text): "it does not begin with '\(text)'"
    case .noSuffix(let text): "it does not end with '\(text)'"
    case .noIdentifier: "it has no AIM identifier, such as ]E0"
    case .wrongCheckDigit: "its check digit is wrong"
    case .addOn: "it is only the add-on of a barcode"
    case .empty: "it is empty"
    }
  }

  /// The remedy, in one sentence.
  package var hint: String {
    switch self {
    case .lostKeys, .halfSeen, .unplugged, .wrongCheckDigit, .empty: "Scan it again."
    case .noEnd: "Set the scanner to send Enter after each code."
    case .tooLong: "Check that it is the barcode of a record."
    case .unreadable: "Set the scanner to this keyboard layout, or set --layout to the scanner's."
    case .otherLayout(let name, _): "Set --layout \(name), or change the keyboard layout of the scanner."
    case .noPrefix, .noSuffix, .noIdentifier: "Set the scanner to send it, or omit the option."
    case .addOn: "Scan the main barcode; add-ons can be disabled in the scanner."
    }
  }
}
