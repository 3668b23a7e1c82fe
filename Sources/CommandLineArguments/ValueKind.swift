/// The type of an option's value.
package enum ValueKind: Sendable, Equatable {
  /// A text that is not empty.
  case text
  /// A text that may be empty.
  case anyText
  /// A whole number in this range.
  case number(ClosedRange<Int>)
  /// A whole number in this range, or nothing.
  case numberOrNothing(ClosedRange<Int>)
  /// A number with decimals in this range.
  case decimal(ClosedRange<Double>)
  /// Several such numbers, separated by commas.
  case decimals(ClosedRange<Double>)
  /// `yes` or `no` (also on, off, true, false, 1, 0). The option alone means yes.
  case yesNo
  /// A choice of one of these words.
  case choice([String])
  /// A list of words, separated by commas.
  case list
  /// A path of a file or folder.
  case path

  /// A description of valid values, which ends the sentence "… must be".
  package var expectation: String {
    switch self {
    case .text, .anyText: "some text"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .numberOrNothing(let range): "a whole number from \(range.lowerBound) to \(range.upperBound), or empty"
    case .decimal(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .decimals(let range): "numbers from \(range.lowerBound) to \(range.upperBound), separated by commas"
    case .yesNo: "yes or no"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .list: "words separated by commas"
    case .path: "a path"
    }
  }

  /// The placeholder for a value in the help text, nil if the option needs no value.
  package var placeholder: String? {
    switch self {
    case .text, .anyText: "TEXT"
    case .number, .numberOrNothing, .decimal: "NUMBER"
    case .yesNo: nil
    case .choice(let words): words.joined(separator: "|")
    case .list, .decimals: "A,B,…"
    case .path: "PATH"
    }
  }

  /// Returns true if a text is a valid value.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .text, .path: !text.isEmpty
    case .anyText, .list: true
    case .number(let range): Int(text).map(range.contains) ?? false
    case .numberOrNothing(let range): text.isEmpty || Int(text).map(range.contains) ?? false
    case .decimal(let range): Double(text).map(range.contains) ?? false
    case .decimals(let range):
      Self.words(text).allSatisfy { Double($0).map(range.contains) ?? false } && !Self.words(text).isEmpty
    case .yesNo: Self.truth(text) != nil
    case .choice(let words): words.contains(text)
    }
  }

  /// Returns the Boolean of a word such as `yes` or `off`; nil for any other word.
  package static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "on", "true", "1": true
    case "no", "off", "false", "0": false
    default: nil
    }
  }

  /// Returns the words of a list without surrounding white space and without empty ones.
  package static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { word in
      var word = word.drop { $0.isWhitespace }
      while word.last?.isWhitespace == true { word.removeLast() }
      return String(word)
    }.filter { !$0.isEmpty }
  }
}
