import Testing

/// Tests that a failed run of the Python programs says which of its checks failed.
@Suite(.timeLimit(.minutes(5)))
struct PythonProgramTests {
  @Test func `a failed test of the pages is named with its error`() {
    let transcript = """
      test_other (test_pin.PinTests.test_other) ... ok
      test_tap (test_desk.DeskTests.test_tap) ... FAIL
      ======================================================================
      FAIL: test_tap (test_desk.DeskTests.test_tap)
      A tap chooses.
      ----------------------------------------------------------------------
      Traceback (most recent call last):
        File "test_desk.py", line 12, in test_tap
          self.assertEqual(1, 2)
      AssertionError: 1 != 2

      Ran 2 tests in 3.000s
      """
    #expect(
      PythonProgram.failures(in: transcript) == "FAIL: test_tap (test_desk.DeskTests.test_tap): AssertionError: 1 != 2")
  }

  @Test func `a failed check of the API is named with its request`() {
    let transcript = """
      ok      description is valid: 120 operations (0.1 s)
      FAILED  tags are as described: status 500
      ______________________ GET /api/v1/tags/{uid} ______________________
      1. Test Case ID: q1w2
      - Server error
          [500] Internal Server Error:
      """
    #expect(
      PythonProgram.failures(in: transcript)
        == "FAILED  tags are as described: status 500 | GET /api/v1/tags/{uid}: 1. Test Case ID: q1w2 - Server error "
        + "    [500] Internal Server Error:")
  }

  @Test func `a program that fails in another way is quoted with its last line`() {
    #expect(PythonProgram.failures(in: "begins\nends badly\n") == "ends badly")
    #expect(PythonProgram.failures(in: "") == "The program printed nothing.")
  }
}
