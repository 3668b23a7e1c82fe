/// Puts an accent that waited on the letter that came.
enum Accent {
  /// - Parameters:
  ///   - accent: as it stands alone, as `´`.
  ///   - letter: what came after it.
  /// - Returns: the letter with its accent; the accent alone for a space; both one after the other where there is no such
  ///   letter, as Windows does.
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
