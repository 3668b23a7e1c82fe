import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ISRCTests {
  @Test(arguments: ["USRC17607839", "US-RC1-76-07839", "isrc us rc1 76 07839", "ISRC: USRC17607839", " usrc17607839 "])
  func `a code is read in every usual form`(text: String) {
    #expect(ISRC(text)?.text == "USRC17607839")
  }

  @Test(arguments: [
    "", "ISRC", "USRC1760783", "USRC176078399", "1SRC17607839", "USRC1760783A", "US/RC1/76/07839", "ÜSRC17607839",
    "USRC17607839;DROP", "=USRC17607839",
  ])
  func `any other text is no code`(text: String) {
    #expect(ISRC(text) == nil)
  }
}
