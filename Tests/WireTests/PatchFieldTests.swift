import Deadwax
import Foundation
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct PatchFieldTests {
  @Test func `an absent member is unchanged, null clears it, and a value sets it`() throws {
    let patch = try JSONDecoder().decode(
      BorrowerPatch.self, from: Data(#"{"name":"Ada","email":null,"loanLimit":0}"#.utf8))
    #expect(patch.name == .set("Ada") && patch.email == .cleared && patch.loanLimit == .set(0))
    #expect(patch.note == .unchanged && patch.isStaff == .unchanged)
  }

  @Test func `an unchanged member is not sent`() {
    let patch = BorrowerPatch { ($0.email, $0.note) = (.cleared, .set("x")) }
    #expect(String(decoding: JSONDocument.bytes(of: patch), as: UTF8.self) == #"{"email":null,"note":"x"}"#)
  }

  @Test func `a word of a newer version is decoded, and has no known value`() throws {
    let change = #"{"code":"of-tomorrow","title":"T"}"#
    let text = try JSONDecoder().decode(ReasonText.self, from: Data(change.utf8))
    #expect(text.code.text == "of-tomorrow" && text.code.known == nil)
    #expect(String(decoding: JSONDocument.bytes(of: text), as: UTF8.self) == change)
  }
}
