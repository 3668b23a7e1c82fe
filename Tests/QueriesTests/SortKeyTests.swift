import Queries
import TestSupport
import Testing

/// Tests of the order of names.
@Suite(.timeLimit(.minutes(5)))
struct SortKeyTests {
  @Test func `names stand in the order of a library`() {
    let names = [
      "!!!", "9", "10,000 Maniacs", "10 cc", "The 13th Floor Elevators", "A", "ABBA", "The Beatles", "Björk", "Blur",
      "L'Heure Bleue", "L7", "Motor", "Motörhead", "Die Toten Hosen", "Volume 2", "Volume 10", "The Who", "Zappa",
    ]
    #expect(
      names.shuffled().sorted { SortKey.key(of: $0).utf8.lexicographicallyPrecedes(SortKey.key(of: $1).utf8) } == names)
  }

  @Test func `an article alone is a name`() {
    #expect(SortKey.key(of: "The The") == "the")
    #expect(SortKey.key(of: "The") == "the")
    #expect(SortKey.key(of: "L'") == "l")
    #expect(SortKey.key(of: "Las Ketchup") == SortKey.key(of: "ketchup"))
  }

  /// A part of a word, compared in the naive way: a number before letters.
  private enum Part: Hashable {
    case number(Int)
    case letters(String)
  }

  @Test func `keys compare as numbers and letters do`() {
    var random = SeededRandom(seed: 33)
    func parts() -> [Part] {
      let startsWithNumber = Bool.random(using: &random)
      return (0..<Int.random(in: 1...4, using: &random)).map { index in
        (index % 2 == 0) == startsWithNumber
          ? .number(.random(in: 0...[9, 99, 99_999].pick(&random), using: &random))
          : .letters(["x", "xy", "y"].pick(&random))
      }
    }
    func precedes(_ left: [Part], _ right: [Part]) -> Bool {
      for (one, other) in zip(left, right) where one != other {
        switch (one, other) {
        case (.number(let one), .number(let other)): return one < other
        case (.letters(let one), .letters(let other)):
          return one < other
        case (.number, .letters): return true
        case (.letters, .number): return false
        }
      }
      return left.count < right.count
    }
    func text(_ parts: [Part]) -> String {
      parts.map { part in
        switch part {
        case .number(let number): "\(number)"
        case .letters(let letters): letters
        }
      }.joined()
    }
    for _ in 0..<CaseBudget.cases(of: 20_000) {
      let (left, right) = (parts(), parts())
      let (one, other) = (SortKey.key(of: text(left)), SortKey.key(of: text(right)))
      #expect((one == other) == (left == right), "\(left), \(right)")
      #expect(one.utf8.lexicographicallyPrecedes(other.utf8) == precedes(left, right), "\(left), \(right)")
    }
  }
}
