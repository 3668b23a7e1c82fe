/// Words that can be pronounced, made of syllables.
enum MadeWord {
  private static let syllables = [
    "ba", "ro", "len", "ti", "mar", "so", "vel", "da", "ku", "ne", "pol", "ri", "sha", "tor", "el", "gu",
  ]

  /// Returns a word of two syllables or more with a capital, another one for each number from 0.
  static func text(_ number: Int) -> String {
    var word = ""
    var rest = number + 16
    while rest > 0 {
      word += syllables[rest % 16]
      rest /= 16
    }
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
