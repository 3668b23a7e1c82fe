import Queries
import TestSupport
import Testing

/// Tests of the number of typing mistakes between two words.
@Suite(.timeLimit(.minutes(5)))
struct SpellingDistanceTests {
  /// Returns the distance of optimal string alignment, from the whole table.
  private static func plain(_ word: [UInt32], _ other: [UInt32]) -> Int {
    var table = Array(repeating: Array(0...other.count), count: word.count + 1)
    for i in 1..<(word.count + 1) {
      table[i][0] = i
      for j in 1..<(other.count + 1) {
        let same = word[i - 1] == other[j - 1]
        table[i][j] = min(table[i - 1][j - 1] + (same ? 0 : 1), table[i][j - 1] + 1, table[i - 1][j] + 1)
        if i > 1, j > 1, word[i - 1] == other[j - 2], word[i - 2] == other[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[word.count][other.count]
  }

  private static func mistakes(_ distance: inout SpellingDistance, _ other: [UInt32], isPrefix: Bool) -> Int? {
    other.withUnsafeBufferPointer { distance.mistakes(to: $0, isPrefix: isPrefix) }
  }

  @Test func `the mistakes of random words are those of the whole table, up to the limit of the word`() {
    var random = SeededRandom(seed: 20_261_129)
    var close = 0
    let cases = CaseBudget.cases(of: 4_000)
    for _ in 0..<cases {
      func letters(_ count: Int) -> [UInt32] { (0..<count).map { _ in UInt32.random(in: 97...100, using: &random) } }
      let word = letters(Int.random(in: 1...9, using: &random))
      var other = Bool.random(using: &random) ? letters(Int.random(in: 1...11, using: &random)) : word
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...other.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: other.insert(97, at: place)
        case 1 where place < other.count && other.count > 1: other.remove(at: place)
        default: if place + 1 < other.count { other.swapAt(place, place + 1) }
        }
      }
      var distance = SpellingDistance(from: String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init))))
      let whole = Self.plain(word, other)
      #expect(Self.mistakes(&distance, other, isPrefix: false) == (whole <= distance.limit ? whole : nil))
      let least = (0...other.count).map { $0 == 0 ? word.count : Self.plain(word, Array(other.prefix($0))) }.min() ?? 0
      #expect(Self.mistakes(&distance, other, isPrefix: true) == (least <= distance.limit ? least : nil))
      if whole <= distance.limit { close += 1 }
    }
    #expect(close * 10 > cases)
  }
}
