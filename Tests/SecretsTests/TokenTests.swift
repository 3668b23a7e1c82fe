import Secrets
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TokenTests {
  @Test func `a token has its prefix and 32 bytes of base64 for URLs`() {
    let token = Token.random()
    #expect(token.hasPrefix("dw_"))
    #expect(token.utf8.count == 46)
    #expect(token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
  }

  @Test func `no two tokens are alike`() {
    #expect(Set((0..<1000).map { _ in Token.random() }).count == 1000)
    // Every character of the alphabet occurs: nothing was truncated.
    #expect(Set((0..<200).map { _ in Token.random().dropFirst(3) }.joined()).count == 64)
  }

  @Test func `the hash is BLAKE2b-256`() {
    // Computed with Python's hashlib.blake2b(text, digest_size=32).
    let token = "dw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    #expect(hex(Token.hash(of: token)) == "9656087b2ba816a7c4763b8eefdc88152f3e13ad008d98aff4641c8474551f9b")
    #expect(hex(Token.hash(of: "")) == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8")
  }

  @Test func `equal bytes are equal, and one bit makes them differ`() {
    var bytes = Token.hash(of: Token.random())
    let stored = bytes
    #expect(Token.isEqual(bytes, stored))
    for index in bytes.indices {
      bytes[index] ^= 1
      #expect(!Token.isEqual(bytes, stored))
      bytes[index] ^= 1
    }
    #expect(!Token.isEqual(Array(bytes.dropLast()), stored))
    #expect(!Token.isEqual([], stored))
    #expect(Token.isEqual([], []))
  }

  @Test func `many threads may make the first token`() async {
    let tokens = await withTaskGroup(of: String.self, returning: Set<String>.self) { group in
      for _ in 0..<100 { group.addTask { Token.random() } }
      return await group.reduce(into: []) { $0.insert($1) }
    }
    #expect(tokens.count == 100)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
