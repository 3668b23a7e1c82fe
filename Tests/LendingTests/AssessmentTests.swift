import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AssessmentTests {
  @Test func `blockers and confirms stand in the way, warnings do not`() {
    #expect(Assessment(warnings: [.parts]).isClear)
    #expect(!Assessment(confirms: [.foundMissing]).isClear)
    #expect(Assessment(blockers: [.limit], confirms: [.foundMissing]).reasons == [.limit, .foundMissing])
  }

  @Test func `a reason is told once, where it weighs most`() {
    let assessment = Assessment(
      blockers: [.limit, .limit], confirms: [.limit, .holdOther], warnings: [.holdOther, .parts, .limit, .parts])
    #expect(assessment.blockers == [.limit])
    #expect(assessment.confirms == [.holdOther])
    #expect(assessment.warnings == [.parts])
  }

  @Test func `the weightiest reason comes first, in whatever order they were found`() {
    var random = SeededRandom(seed: 70)
    for _ in 0..<500 {
      let codes = ReasonOrder.all.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
      #expect(ReasonOrder.sorted(Array(codes)) == ReasonOrder.all.filter(codes.contains))
    }
    #expect(ReasonOrder.sorted([.limit, .cardBlocked, .notForLoan]) == [.cardBlocked, .limit, .notForLoan])
    // What is no reason has no place: behind all others, by name.
    #expect(ReasonOrder.sorted([.wished, .clock, .added]) == [.clock, .added, .wished])
    #expect(Set(ReasonOrder.all).count == ReasonOrder.all.count)
  }

  @Test func `staff may override what stands in the way, but not renew what is not on loan`() {
    #expect(Assessment(blockers: [.limit, .notForLoan]).overridable == [.limit, .notForLoan])
    #expect(Assessment(blockers: [.limit, .notForLoan]).isOverridable)
    #expect(!Assessment(blockers: [.notOnLoan, .cardBlocked]).isOverridable)
    #expect(Assessment(blockers: [.notOnLoan, .cardBlocked]).overridable == [.cardBlocked])
    #expect(Assessment().isOverridable)
  }
}
