import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResultCodeTests {
  // The numbers come from <https://www.sqlite.org/rescode.html>.
  @Test(
    arguments: [
      (ResultCode.constraintCheck, 275), (.constraintForeignKey, 787), (.constraintNotNull, 1299),
      (.constraintPrimaryKey, 1555), (.constraintTrigger, 1811), (.constraintUnique, 2067), (.constraintRowID, 2579),
      (.constraintDataType, 3091), (.busy, 5), (.full, 13), (.corrupt, 11), (.notADatabase, 26), (.readOnly, 8),
    ] as [(ResultCode, Int32)])
  func `codes have SQLite's numbers`(code: ResultCode, number: Int32) {
    #expect(code.rawValue == number)
  }

  @Test func `a primary code matches all its extended ones, an extended one only itself`() {
    #expect(ResultCode.constraint ~= .constraintUnique)
    #expect(ResultCode.constraintUnique ~= .constraintUnique)
    #expect(!(ResultCode.constraintUnique ~= .constraint))
    #expect(!(ResultCode.constraintUnique ~= .constraintCheck))
    #expect(!(ResultCode.busy ~= .constraintUnique))
    #expect(ResultCode.constraintUnique.primary == .constraint)
  }

  @Test func `a code is described in words`() {
    #expect(ResultCode.full.description == "database or disk is full (13)")
  }
}
