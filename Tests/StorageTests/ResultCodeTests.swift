import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5)))
struct ResultCodeTests {
  // The numbers come from <https://www.sqlite.org/rescode.html>.
  @Test(
    arguments: [
      (ResultCode.constraintCheck, 275), (.constraintForeignKey, 787), (.constraintNotNull, 1299),
      (.constraintPrimaryKey, 1555), (.constraintTrigger, 1811), (.constraintUnique, 2067), (.constraintRowID, 2579),
      (.constraintDataType, 3091), (.busy, 5), (.full, 13), (.noRoomForSharedMemory, 4874), (.corrupt, 11),
      (.notADatabase, 26), (.readOnly, 8),
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

  @Test(
    arguments: [
      (ResultCode.constraintUnique, .conflict), (.constraintPrimaryKey, .conflict), (.constraintRowID, .conflict),
      (.constraintForeignKey, .reference), (.constraintTrigger, .constraint), (.constraintNotNull, .constraint),
      (.busy, .busy), (.locked, .busy), (ResultCode(rawValue: 261), .busy), (.full, .full),
      (.noRoomForSharedMemory, .full), (.moved, .moved),
      (.readOnly, .readOnly), (.corrupt, .damaged), (.notADatabase, .damaged), (.cannotOpen, .unavailable),
      (.inputOutput, .unavailable), (.interrupted, .interrupted), (.tooBig, .tooBig), (.error, .failed),
    ] as [(ResultCode, StorageError.Kind)])
  func `each code has a kind that does not depend on the engine`(code: ResultCode, kind: StorageError.Kind) {
    #expect(code.kind == kind)
    #expect(StorageError(code: code, call: "f", message: "m").kind == kind)
  }
}
