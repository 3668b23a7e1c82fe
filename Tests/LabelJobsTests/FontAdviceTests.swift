import Testing

@testable import LabelJobs

/// The advice of a job whose titles have characters without a font.
@Suite(.timeLimit(.minutes(5)))
struct FontAdviceTests {
  @Test func `the packages to install are named, in order`() {
    let advice = LabelMaker.advice(2, ["fonts-noto-core", "fonts-noto-cjk"])
    #expect(advice?.hasPrefix("2 characters have no font on the hub's machine and were left out.") == true)
    #expect(advice?.hasSuffix("Install fonts-noto-cjk fonts-noto-core, and create the labels again.") == true)
  }

  @Test func `one character is one, and without a package nothing is advised`() {
    let advice = LabelMaker.advice(1, [])
    #expect(advice?.hasPrefix("1 character has no font on the hub's machine and was left out.") == true)
    #expect(advice?.contains("Install") == false)
  }

  @Test func `a job without missing characters has no advice`() {
    #expect(LabelMaker.advice(0, ["fonts-noto-cjk"]) == nil)
  }
}
