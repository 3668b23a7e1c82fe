import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GradeTests {
  @Test(arguments: [
    ("M", Grade.mint), ("Mint (M)", .mint), ("NM", .nearMint), ("M-", .nearMint), ("Near Mint (NM or M-)", .nearMint),
    ("NM or M-", .nearMint), ("vg+", .veryGoodPlus), ("Very Good Plus (VG+)", .veryGoodPlus), ("VG", .veryGood),
    ("Very Good (VG)", .veryGood), ("Good Plus (G+)", .goodPlus), ("good", .good), ("Fair (F)", .fair), (" P ", .poor),
  ])
  func `a grade is read as Discogs writes it`(text: String, grade: Grade) {
    #expect(Grade(text) == grade)
  }

  @Test(arguments: ["", "Generic", "Not Graded", "No Cover", "VG++", "(M)", "7"])
  func `an unknown grade is nil`(text: String) {
    #expect(Grade(text) == nil)
  }

  @Test func `they go from poor to mint`() {
    #expect(Grade.allCases == [.poor, .fair, .good, .goodPlus, .veryGood, .veryGoodPlus, .nearMint, .mint])
    #expect(Grade.allCases.sorted() == Grade.allCases)
    #expect(Grade.allCases.allSatisfy { Grade($0.rawValue) == $0 })
  }
}
