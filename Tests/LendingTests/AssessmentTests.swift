import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AssessmentTests {
  @Test func `blockers and confirms stand in the way, warnings do not`() {
    #expect(Assessment(warnings: [.parts]).isClear)
    #expect(!Assessment(confirms: [.foundMissing]).isClear)
    #expect(Assessment(blockers: [.limit], confirms: [.foundMissing]).reasons == [.limit, .foundMissing])
  }
}
