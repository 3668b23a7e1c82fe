internal import Queries
internal import Threads

/// The words of the library in memory, about 17 bytes for each, by which misspelt words are corrected.
///
/// They are those of `release_word`, which only grows: before each use, the words that were added since are read. A word
/// that no release has any longer does no harm, because a correction is a query that finds something.
package final class KnownWords: Sendable {
  /// A word that may be meant.
  package struct Similar: Sendable {
    package let word: String
    package let mistakes: Int
    /// The number of the word. Frequent words come early, so theirs are low.
    package let number: UInt32
  }

  private struct Key: Hashable {
    let first: UInt32
    let length: Int
  }

  private struct State {
    var latin: [Key: WordGroup<UInt8>] = [:]
    var others: [Key: WordGroup<UInt32>] = [:]
    /// The last word that was read, with its number; 0 before the first one.
    var newest: (number: Int64, word: String) = (0, "")

    mutating func add(_ text: String, number: Int64) {
      newest = (number, text)
      let word = text.unicodeScalars.map(\.value)
      guard let first = word.first else { return }
      let (key, number) = (Key(first: first, length: word.count), UInt32(clamping: number))
      if word.allSatisfy({ $0 < 256 }) {
        latin[key, default: WordGroup(length: word.count)].add(word, number: number)
      } else {
        others[key, default: WordGroup(length: word.count)].add(word, number: number)
      }
    }
  }

  /// The number of words that are read at once. An interrupted read keeps what it has, so that the next one goes on.
  private static let step = 5_000

  private let state = Locked(State())

  package init() {}

  /// Reads the words that were added since the last time.
  ///
  /// - Parameter reading: the transaction.
  /// - Throws: a `StorageError`; `.interrupted` if the read was interrupted. The words up to there are known then.
  package func update(from reading: some Queryable) throws {
    while try readNext(reading) {}
  }

  /// Reads the next words.
  ///
  /// - Returns: true if there may be more.
  private func readNext(_ reading: some Queryable) throws -> Bool {
    let newest = state.withLock { $0.newest }
    var words: [(number: Int64, word: String)] = []
    var interruption: StorageError?
    do {
      try reading.forEach(
        "SELECT number, word FROM release_word WHERE number >= ?1 ORDER BY number LIMIT ?2", [newest.number, Self.step]
      ) { words.append((try $0.integer(0), try $0.text(1))) }
    } catch let error as StorageError where error.kind == .interrupted {
      interruption = error
    }
    let count = words.count
    let isOther = state.withLock { state in
      // Another search may have read the same words meanwhile.
      guard state.newest == newest, let first = words.first else { return false }
      if newest.number > 0 {
        guard first == newest else {
          // The number has another word, so the table was emptied and written again.
          state = State()
          return true
        }
        words.removeFirst()
      }
      for next in words { state.add(next.word, number: next.number) }
      return false
    }
    if let interruption { throw interruption }
    return isOther || count == Self.step
  }

  /// Returns the most similar words to one that was typed, those with the fewest mistakes first, and among these those
  /// that came early.
  ///
  /// The first letter is right, or it is left over, or it changed places with the second.
  ///
  /// - Parameters:
  ///   - typed: the word.
  ///   - isPrefix: true if it may be the beginning of a word.
  ///   - limit: the maximum number of words.
  /// - Returns: the words, each with one mistake at least.
  package func similar(to typed: String, isPrefix: Bool, limit: Int) -> [Similar] {
    var distance = SpellingDistance(from: typed)
    let (length, most) = (distance.word.count, distance.limit)
    let wanted = WordGroup<UInt8>.letters(of: distance.word)
    let longest = isPrefix ? SearchDocument.wordLimit : length + most
    guard most > 0, length - most <= longest else { return [] }
    var found: [(word: [UInt32], mistakes: Int, number: UInt32)] = []
    func compare(_ word: UnsafeBufferPointer<UInt32>, _ number: UInt32) {
      guard let mistakes = distance.mistakes(to: word, isPrefix: isPrefix), mistakes > 0 else { return }
      found.append((Array(word), mistakes, number))
    }
    state.withLock { state in
      for first in Set(distance.word.prefix(2)) {
        for count in max(1, length - most)...longest {
          let key = Key(first: first, length: count)
          // A wrong letter is one that is missing and a further one. The rest of a beginning may have any letters.
          let further = isPrefix ? 32 : most
          state.latin[key]?.forEach(near: wanted, missing: most, further: further, compare)
          state.others[key]?.forEach(near: wanted, missing: most, further: further, compare)
        }
      }
    }
    found.sort { ($0.mistakes, $0.number) < ($1.mistakes, $1.number) }
    return found.prefix(limit).map { other in
      let scalars = other.word.lazy.compactMap(Unicode.Scalar.init)
      return Similar(
        word: String(String.UnicodeScalarView(scalars)), mistakes: other.mistakes, number: other.number)
    }
  }
}
