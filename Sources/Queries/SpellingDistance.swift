/// The number of typing mistakes from one word to others: letters that are missing, left over or wrong, and neighbours
/// that changed places (the distance of optimal string alignment).
///
/// It is computed in the band of cells that `limit` mistakes can reach, without allocations, because one search compares
/// a word with thousands.
package struct SpellingDistance {
  /// The scalars of the word as it was typed.
  package let word: [UInt32]
  private var beforeLast: [Int]
  private var last: [Int]
  private var row: [Int]

  /// - Parameter word: the word as it was typed.
  package init(from word: String) {
    self.word = word.unicodeScalars.map(\.value)
    let limit = Self.limit(self.word.count)
    let cells = [Int](repeating: 0, count: self.word.count + limit + 1)
    (beforeLast, last, row) = (cells, cells, cells)
  }

  /// The most mistakes that a word of this length can have and still be recognised: 0 to 2.
  package var limit: Int { Self.limit(word.count) }

  private static func limit(_ count: Int) -> Int { count < 4 ? 0 : count < 6 ? 1 : 2 }

  /// Returns the number of mistakes, if it is at most `limit`.
  ///
  /// - Parameters:
  ///   - other: the scalars of the word that was meant.
  ///   - isPrefix: true if the typed word may be the beginning of the other one.
  /// - Returns: the number, from 0; nil for more than `limit`.
  package mutating func mistakes(to other: UnsafeBufferPointer<UInt32>, isPrefix: Bool) -> Int? {
    let limit = limit
    let length = isPrefix ? min(other.count, word.count + limit) : other.count
    guard abs(length - word.count) <= limit else { return nil }
    let tooMany = limit + 1
    for cell in 0...length { last[cell] = min(cell, tooMany) }
    for i in word.indices {
      // The cells of a row are the beginnings of the other word; others than these are too many mistakes away.
      let (first, end) = (max(1, i + 1 - limit), min(length, i + 1 + limit))
      guard first <= end else { return nil }
      row[first - 1] = first == 1 ? min(i + 1, tooMany) : tooMany
      var best = row[first - 1]
      for j in first...end {
        var least = min(last[j - 1] + (word[i] == other[j - 1] ? 0 : 1), row[j - 1] + 1)
        if j <= i + limit { least = min(least, last[j] + 1) }
        if i > 0, j > 1, word[i] == other[j - 2], word[i - 1] == other[j - 1] {
          least = min(least, beforeLast[j - 2] + 1)
        }
        row[j] = min(least, tooMany)
        best = min(best, row[j])
      }
      // No later row has less than the least of this one and the one before it.
      if best > limit, i == 0 || !last[max(0, i - limit)...min(length, i + limit)].contains(where: { $0 <= limit }) {
        return nil
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    let mistakes =
      isPrefix
      ? last[max(0, word.count - limit)...min(length, word.count + limit)].min() ?? tooMany : last[length]
    return mistakes <= limit ? mistakes : nil
  }
}
