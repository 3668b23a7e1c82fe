import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SignedTextTests {
  private let key = [UInt8](0..<32)

  @Test func `a signed value is read back`() {
    var random = SeededRandom(seed: 90)
    for count in 0..<100 {
      let bytes = random.bytes(count)
      let text = SignedText.text(of: bytes, key: key)
      #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
      #expect(SignedText.bytes(of: text, key: key) == bytes)
    }
  }

  @Test func `the signature is HMAC-SHA-512, the first half of it`() {
    // Computed with Python: hmac.new(bytes(range(32)), b"{}", "sha512").digest()[:32].
    #expect(SignedText.text(of: Array("{}".utf8), key: key) == "e30.MdXMuXAUj_wKASjgK5_T1PI1PSVeF8Dy4B8C4_o2DWg")
  }

  @Test func `a text that was changed is not a signed text`() {
    let text = SignedText.text(of: Array("{\"copy\":1}".utf8), key: key)
    for index in text.indices {
      for other in ["A", "_", ".", "=", " ", "é"] where Character(other) != text[index] {
        var touched = text
        touched.replaceSubrange(index...index, with: other)
        #expect(SignedText.bytes(of: touched, key: key) == nil, "\(touched)")
      }
      #expect(SignedText.bytes(of: String(text[..<index]), key: key) == nil)
    }
    #expect(SignedText.bytes(of: text + "A", key: key) == nil)
    #expect(SignedText.bytes(of: text + ".", key: key) == nil)
    #expect(SignedText.bytes(of: "", key: key) == nil)
    #expect(SignedText.bytes(of: ".", key: key) == nil)
  }

  @Test func `a text signed with another key is refused`() {
    #expect(SignedText.bytes(of: SignedText.text(of: [1, 2, 3], key: SignedText.newKey()), key: key) == nil)
    #expect(SignedText.newKey() != SignedText.newKey())
    #expect(SignedText.newKey().count == SignedText.keyBytes)
  }
}
