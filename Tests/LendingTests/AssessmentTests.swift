import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AssessmentTests {
  @Test func `blockers and confirmations prevent a loan, warnings do not`() {
    #expect(Sample.assessment(warnings: [.parts]).isClear)
    #expect(!Sample.assessment(confirms: [.foundMissing]).isClear)
    #expect(Sample.assessment(blockers: [.limit], confirms: [.foundMissing]).reasons == [.limit, .foundMissing])
  }

  @Test func `a reason is reported once, in its most important list`() {
    let assessment = Sample.assessment(
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
    // A code that is not a reason has no position: it comes last, sorted by name.
    #expect(ReasonOrder.sorted([.wished, .clock, .added]) == [.clock, .added, .wished])
    #expect(Set(ReasonOrder.all).count == ReasonOrder.all.count)
  }

  @Test func `staff may override reasons, but not renew a copy that is not on loan`() {
    #expect(Sample.assessment(blockers: [.limit, .notForLoan]).overridable == [.limit, .notForLoan])
    #expect(Sample.assessment(blockers: [.limit, .notForLoan]).isOverridable)
    #expect(!Sample.assessment(blockers: [.notOnLoan, .cardBlocked]).isOverridable)
    #expect(Sample.assessment(blockers: [.notOnLoan, .cardBlocked]).overridable == [.cardBlocked])
    #expect(Sample.assessment().isOverridable)
  }
}
