/// The composition of a dead accent with the letter that follows it.
enum Accent {
  /// Returns the text for an accent and a letter.
  ///
  /// - Parameters:
  ///   - accent: the accent as a character of its own, such as `´`.
  ///   - letter: the character that followed it.
  /// - Returns: the accented letter; the accent alone for a space; both characters if there is no such letter, as on
  ///   Windows.
  static func compose(_ accent: Character, _ letter: Character) -> String {
    if letter == " " { return String(accent) }
    if let pairs = letters[accent], let found = pairs[letter] { return String(found) }
    return String([accent, letter])
  }

  private static let letters: [Character: [Character: Character]] = [
    "´": table("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ"),
    "`": table("aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
    "^": table("aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
    "¨": table("aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"),
    "~": table("anoANO", "ãñõÃÑÕ"),
  ]

  private static func table(_ plain: String, _ accented: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(plain, accented))
  }
}
