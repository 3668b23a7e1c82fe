/// Why what a scanner sent was not passed on. Rather no code than a wrong one: it is scanned again in a moment.
package enum Drop: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel's queue was full, and keys were lost (SYN_DROPPED).
  case lostKeys
  /// The scanner was taken over in the middle of a code.
  case halfSeen
  /// It was unplugged in the middle of a code.
  case unplugged
  /// No end came.
  case noEnd
  /// More than a code may have.
  case tooLong
  /// A key that bears no character on this layout.
  case unreadable(KeyCode, layout: String)
  /// It only makes sense by another layout: that one, and the one that is set.
  case otherLayout(String, set: String)
  /// The configured text before each code is not there.
  case noPrefix(String)
  /// The configured text behind each code is not there.
  case noSuffix(String)
  /// The identifier (`]E0`) that each code was to have is not there.
  case noIdentifier
  /// The scanner says it is an EAN or UPC, and the check digit does not fit.
  case wrongCheckDigit
  /// The two or five digits beside a barcode, sent by themselves: they name nothing.
  case addOn
  /// Nothing between prefix and suffix.
  case empty

  /// What happened, as the middle of a sentence: "A code was dropped: …".
  package var description: String {
    switch self {
    case .lostKeys: "the system lost some of the scanner's keys"
    case .halfSeen: "its beginning was not seen"
    case .unplugged: "the scanner was unplugged in the middle of it"
    case .noEnd: "no end of it came"
    case .tooLong: "it is longer than \(CodeLine.lengthLimit) bytes"
    case .unreadable(let key, let layout): "\(key) bears no character on the layout '\(layout)'"
    case .otherLayout(let name, let set): "the scanner types by the layout '\(name)', and '\(set)' is set"
    case .noPrefix(let text): "it does not begin with '\(text)'"
    case .noSuffix(let text): "it does not end with '\(text)'"
    case .noIdentifier: "it has no AIM identifier before it, as ]E0"
    case .wrongCheckDigit: "its check digit does not fit"
    case .addOn: "it is only the small add-on beside a barcode"
    case .empty: "nothing is in it"
    }
  }

  /// What to do about it, in one sentence.
  package var hint: String {
    switch self {
    case .lostKeys, .halfSeen, .unplugged, .wrongCheckDigit, .empty: "Scan it again."
    case .noEnd: "Set the scanner to send Enter after each code."
    case .tooLong: "Is it a barcode of a record at all?"
    case .unreadable: "Set the scanner's country to the layout, or --layout to the scanner's country."
    case .otherLayout(let name, _): "Set --layout \(name), or another country in the scanner."
    case .noPrefix, .noSuffix, .noIdentifier: "Set the scanner to send it, or leave the option out."
    case .addOn: "Scan the barcode itself; add-ons can be switched off in the scanner."
    }
  }
}
