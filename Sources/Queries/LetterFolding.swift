/// The base letters of lower-case letters.
enum LetterFolding {
  /// Returns the letters that stand for a letter in a search: itself, if it has no other.
  static func base(of letter: Unicode.Scalar) -> [Unicode.Scalar] {
    letter.isASCII ? [letter] : table[letter] ?? [letter]
  }

  /// The letters that Unicode does not decompose.
  private static let ligatures: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ß": ["s", "s"], "æ": ["a", "e"], "œ": ["o", "e"], "ø": ["o"], "đ": ["d"], "ð": ["d"], "þ": ["t", "h"],
    "ħ": ["h"], "ı": ["i"], "ł": ["l"], "ŋ": ["n"], "ŧ": ["t"], "ĳ": ["i", "j"], "ς": ["σ"], "ſ": ["s"],
  ]

  /// The scripts whose letters carry diacritics: Latin, Greek, Cyrillic, Latin Extended Additional and Greek Extended.
  private static let scripts: [ClosedRange<UInt32>] = [
    0xE0...0x24F, 0x386...0x3CE, 0x430...0x4FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
  ]

  /// The composed letters and ligatures, each with its base letters.
  ///
  /// The standard library has no decomposition. Two characters are equal if one is the decomposition of the other,
  /// though, so the letter that a base and a mark make is found among the composed letters.
  private static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
    let letters = scripts.joined().compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory == .lowercaseLetter
    }
    let composed = Dictionary(letters.map { (Character($0), $0) }) { first, _ in first }
    var steps: [Unicode.Scalar: Unicode.Scalar] = [:]
    for base in ("a"..."z").scalars + letters {
      for mark in (UInt32(0x300)...0x345).compactMap(Unicode.Scalar.init) {
        let pair = String(String.UnicodeScalarView([base, mark]))
        if pair.count == 1, let letter = composed[Character(pair)], letter != base { steps[letter] = base }
      }
    }
    var table = ligatures
    for letter in steps.keys {
      var base = letter
      while let next = steps[base] { base = next }
      table[letter] = ligatures[base] ?? [base]
    }
    // Some letters have a twin, which is equal to them.
    for letter in letters {
      if let twin = composed[Character(letter)], twin != letter { table[letter] = table[twin] ?? [twin] }
    }
    return table
  }()
}

extension ClosedRange<Unicode.Scalar> {
  fileprivate var scalars: [Unicode.Scalar] { (lowerBound.value...upperBound.value).compactMap(Unicode.Scalar.init) }
}
