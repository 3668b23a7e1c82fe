import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OwnCodeTests {
  @Test(arguments: OwnCode.Kind.allCases)
  func `a code reads back as what was written`(kind: OwnCode.Kind) {
    for number: UInt64 in [0, 1, 31, 32, 0x0123_4567_89AB_CDEF, .max] {
      let code = OwnCode(kind, number: number)
      #expect(code.description.utf8.count == 19)
      #expect(OwnCode.read(code.description) == .code(code))
      #expect(OwnCode.read(" \(code.description.lowercased()) ") == .code(code))
      #expect(OwnCode.number(base32: Array(code.base32.utf8)) == number)
    }
  }

  // Existing labels and tags carry these codes. The check characters were computed by an independent program, with
  // multiplication in the field instead of Horner's method.
  @Test(arguments: [
    ("DW:I:0000000000000E", OwnCode(.copy, number: 0)), ("DW:I:0000000000001C", OwnCode(.copy, number: 1)),
    ("DW:I:028T5CY4TQKFFA", OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)),
    ("DW:S:000000000001AH", OwnCode(.slot, number: 42)), ("DW:B:FZZZZZZZZZZZZ2", OwnCode(.borrower, number: .max)),
    ("DW:C:00000000000010", Command.lookup.code),
  ])
  func `the printed form never changes`(text: String, code: OwnCode) {
    #expect(code.description == text)
    #expect(OwnCode.read(text) == .code(code))
  }

  @Test func `confusable characters are read as intended`() {
    let code = OwnCode(.copy, number: 0x0020_0000_0000_0021)
    let spoken = code.description.replacing("0", with: "O", maxReplacements: 1)
    #expect(OwnCode.read(spoken) == .code(code))
  }

  @Test func `every single wrong character is noticed`() {
    let characters = Array(OwnCode(.copy, number: 0x0123_4567_89AB_CDEF).description)
    for position in 5..<19 {
      for wrong in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where wrong != characters[position] {
        var misread = characters
        misread[position] = wrong
        #expect(OwnCode.read(String(misread)) == .damaged)
      }
    }
  }

  @Test func `every swap of two characters is noticed`() {
    let characters = Array(OwnCode(.slot, number: 0x0123_4567_89AB_CDEF).description)
    for first in 5..<19 {
      for second in (first + 1)..<19 where characters[first] != characters[second] {
        var misread = characters
        misread.swapAt(first, second)
        #expect(OwnCode.read(String(misread)) == .damaged)
      }
    }
  }

  @Test func `another type's letter is noticed`() {
    let body = OwnCode(.copy, number: 77).body
    for kind in OwnCode.Kind.allCases where kind != .copy {
      #expect(OwnCode.read("DW:\(kind.rawValue):\(body)") == .damaged)
    }
  }

  @Test(arguments: ["", "DW", "DX:I:0000000000001K", "5099902988023", "https://example.org/"])
  func `a code of another library is left alone`(text: String) {
    #expect(OwnCode.read(text) == .notOurs)
  }

  @Test(arguments: [
    "DW:", "DW:I:", "DW:X:00000000000010", "DW:I:0000000000001", "DW:I:U000000000001Z", "DW:I:ZZZZZZZZZZZZZZ",
  ])
  func `a damaged code of the library is reported as damaged`(text: String) {
    #expect(OwnCode.read(text) == .damaged)
  }
}
