/// The letters that Unicode makes of a letter and a sign after it: Korean syllables of their parts, and Japanese letters
/// of a letter and a voicing mark. A text may have either form, and both are the same word.
enum LetterComposition {
  /// Returns the letter that two make; nil if they stay two.
  static func joined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    switch second.value {
    case 0x1161...0x1175, 0x11A8...0x11C2: syllable(first.value, second.value)
    case 0x3099, 0x309A: voiced(first, second)
    default: nil
    }
  }

  /// Joins an initial consonant and a vowel, or such a syllable and a final consonant, by the arithmetic of Unicode
  /// (chapter 3.12).
  private static func syllable(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(first), second <= 0x1175 {
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28)
    }
    if (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0, second >= 0x11A8 {
      return Unicode.Scalar(first + second - 0x11A7)
    }
    return nil
  }

  /// Joins a letter and a voicing mark. Voiced letters stand shortly behind their letter, except four at the end of
  /// their block.
  private static func voiced(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    let pair = Character(String(String.UnicodeScalarView([letter, mark])))
    return [1, 2, 8, 0x4E].lazy.compactMap { Unicode.Scalar(letter.value + $0) }.first { Character($0) == pair }
  }
}
