/// The number of typing mistakes from one word to others: letters that are missing, left over or wrong, and neighbours
/// that changed places.
package struct SpellingDistance {
  private let word: [Unicode.Scalar]

  /// - Parameter word: the word as it was typed.
  package init(from word: String) { self.word = Array(word.unicodeScalars) }

  /// The most mistakes that a word of this length can have and still be recognised.
  package var limit: Int { word.count < 4 ? 0 : word.count < 6 ? 1 : 2 }

  /// Returns the number of mistakes, if it is at most `limit`.
  ///
  /// - Parameters:
  ///   - other: the word that was meant.
  ///   - isPrefix: true if the typed word may be the beginning of the other one.
  /// - Returns: the number; nil for more than `limit`.
  package func mistakes(to other: String, isPrefix: Bool) -> Int? {
    let longest = word.count + limit
    let wanted = Array(isPrefix ? other.unicodeScalars.prefix(longest) : other.unicodeScalars[...])
    guard abs(wanted.count - word.count) <= limit || (isPrefix && wanted.count > word.count) else { return nil }
    var (beforeLast, last) = ([Int](), Array(0...wanted.count))
    for (i, letter) in word.enumerated() {
      var row = [i + 1]
      for (j, meant) in wanted.enumerated() {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == meant ? 0 : 1))
        if i > 0, j > 0, letter == wanted[j - 1], word[i - 1] == meant { least = min(least, beforeLast[j - 1] + 1) }
        row.append(least)
      }
      // No later row has less than the least of this one and the one before it.
      if let best = row.min(), best > limit, (last.min() ?? 0) > limit { return nil }
      (beforeLast, last) = (last, row)
    }
    let mistakes = isPrefix ? last.min() ?? 0 : last[wanted.count]
    return mistakes <= limit ? mistakes : nil
  }
}
