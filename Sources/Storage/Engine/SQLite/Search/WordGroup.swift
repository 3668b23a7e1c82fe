/// The words of one length and one first letter, one after another, so that a search goes through them without a string
/// for each.
struct WordGroup<Unit: FixedWidthInteger & UnsignedInteger> {
  /// The number of letters of each word.
  let length: Int
  private var text: [Unit] = []
  /// The set of letters of each word, as bits.
  private var letters: [UInt32] = []
  /// The number of each word in `release_word`. Lower numbers are of words that came earlier.
  private var numbers: [UInt32] = []

  init(length: Int) { self.length = length }

  /// Adds a word of `length` letters, all of which `Unit` can have.
  mutating func add(_ word: [UInt32], number: UInt32) {
    text.append(contentsOf: word.lazy.map(Unit.init(truncatingIfNeeded:)))
    letters.append(Self.letters(of: word))
    numbers.append(number)
  }

  /// Calls a function with each word that has at most `limit` letters less than a set, and at most `most` more.
  ///
  /// - Parameters:
  ///   - wanted: the set of letters.
  ///   - limit: the most letters of the set that are missing.
  ///   - most: the most further letters.
  ///   - body: receives the word, which is valid only inside it, and its number.
  func forEach(
    near wanted: UInt32, missing limit: Int, further most: Int, _ body: (UnsafeBufferPointer<UInt32>, UInt32) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(1, length)) { word in
      for index in letters.indices {
        let letters = letters[index]
        guard (wanted & ~letters).nonzeroBitCount <= limit, (letters & ~wanted).nonzeroBitCount <= most else {
          continue
        }
        for position in 0..<length { word[position] = UInt32(text[index * length + position]) }
        body(UnsafeBufferPointer(rebasing: word[0..<length]), numbers[index])
      }
    }
  }

  /// Returns the set of letters of a word: a bit for each Latin letter, and some bits that the other letters share.
  static func letters(of word: [UInt32]) -> UInt32 {
    word.reduce(0) { set, letter in set | 1 << (letter &- 97 < 26 ? letter - 97 : 26 + letter % 6) }
  }
}
