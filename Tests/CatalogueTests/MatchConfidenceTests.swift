import Catalogue
import Lookup
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MatchConfidenceTests {
  private func confidence(_ reasons: [MatchReason?], isChosen: Bool = false) -> MatchConfidence {
    MatchConfidence(reasons: reasons.map { $0?.rawValue }, isChosen: isChosen)
  }

  @Test func `one that fits is certain, however many are on other media`() {
    #expect(confidence([nil]) == .unique)
    #expect(confidence([nil, .scanTarget, .owners]) == .unique)
  }

  @Test func `none that fits is a guess`() {
    #expect(confidence([]) == .ambiguous)
    #expect(confidence([.scanTarget, .number]) == .ambiguous)
  }

  @Test(arguments: MatchReason.allCases.filter { $0 != .scanTarget })
  func `the reason of the second decides, and those of the others do not`(reason: MatchReason) {
    let isGuess = [.owners, .year, .number].contains(reason)
    #expect(confidence([nil, reason, .irregular, .number]) == (isGuess ? .ambiguous : .dominant))
  }

  @Test func `alternatives that were stored without reasons are a guess`() {
    #expect(MatchConfidence(reasons: [nil, nil], isChosen: false) == .ambiguous)
  }

  @Test func `a choice of a person is above every rule`() {
    #expect(confidence([nil, .number], isChosen: true) == .chosen)
  }
}
