import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CardPatternTests {
  @Test(arguments: [
    ("S-####-*", "S-1234-", true), ("S-####-*", "S-1234-abc", true), ("S-####-*", "S-123-abc", false),
    ("S-####-*", "s-1234-x", false), ("S-####-*", "xS-1234-", false), ("######", "123456", true),
    ("######", "1234567", false), ("######", "12345a", false), ("@@##", "ab12", true), ("@@##", "1b12", false),
    ("*7", "7", true), ("*7", "177", true), ("*7", "78", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false),
    ("Ü#", "Ü1", true), ("@#", "ü1", true), ("#", "٣", false), ("a", "", false), ("*a*", "", false),
  ])
  func `a pattern takes what has its form`(pattern: String, text: String, isCard: Bool) throws {
    #expect(try CardPattern(pattern).matches(text) == isCard)
  }

  @Test(arguments: ["", "*", "***", String(repeating: "#", count: 81)])
  func `a pattern that is nothing, or everything, is refused`(pattern: String) {
    #expect(throws: PolicyError.self) { try CardPattern(pattern) }
  }

  @Test func `no pattern takes long`() throws {
    let pattern = try CardPattern(String(repeating: "a*", count: 39) + "b")
    let text = String(repeating: "a", count: 20_000)
    // Full backtracking would practically never end.
    #expect(!pattern.matches(text))
  }

  @Test func `it takes what trying every way takes`() throws {
    var random = SeededRandom(seed: 72)
    for _ in 0..<3000 {
      let pattern = String((0..<Int.random(in: 1...6, using: &random)).map { _ in Self.pick("*#@a1", &random) })
      let text = String((0..<Int.random(in: 0...6, using: &random)).map { _ in Self.pick("a1-", &random) })
      guard let card = try? CardPattern(pattern) else { continue }
      #expect(card.matches(text) == Self.slowly(pattern[...], text[...]), "\(pattern) and \(text)")
    }
  }

  @Test func `a library has the patterns that it set`() {
    var library = LibraryPolicy()
    #expect(!LendingPolicy(library: library).looksLikeCard("S-1234"))
    library.cards.patterns = ["##", "S-####"]
    #expect(LendingPolicy(library: library).looksLikeCard("S-1234"))
    #expect(!LendingPolicy(library: library).looksLikeCard("S-12345"))
  }

  private static func pick(_ characters: String, _ random: inout SeededRandom) -> Character {
    characters.randomElement(using: &random) ?? "a"
  }

  private static func slowly(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let wanted = pattern.first else { return text.isEmpty }
    if wanted == "*" {
      return slowly(pattern.dropFirst(), text) || (!text.isEmpty && slowly(pattern, text.dropFirst()))
    }
    guard let found = text.first else { return false }
    let isTaken =
      switch wanted {
      case "#": found.isNumber
      case "@": found.isLetter
      default: wanted == found
      }
    return isTaken && slowly(pattern.dropFirst(), text.dropFirst())
  }
}
