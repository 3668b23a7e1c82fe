import Secrets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TokenTests {
  @Test func `a token has its prefix and 32 bytes of base64`() {
    let token = Token.random()
    #expect(token.text.hasPrefix("dw_"))
    #expect(token.text.utf8.count == 46)
    #expect(token.text.utf8.allSatisfy { byte in byte != UInt8(ascii: "+") && byte != UInt8(ascii: "/") })
    #expect(Token(token.text)?.text == token.text)
  }

  @Test func `no two tokens are alike`() {
    #expect(Set((0..<1000).map { _ in Token.random().text }).count == 1000)
    // Every character of the alphabet comes up: nothing was cut off.
    #expect(Set((0..<200).map { _ in Token.random().text.dropFirst(3) }.joined()).count == 64)
  }

  @Test(arguments: [
    "", "dw_", "dw_short", "xx_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "dw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "dw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "dw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA é",
  ])
  func `what cannot be a token is none`(_ text: String) {
    #expect(Token(text) == nil)
  }

  @Test func `the hash is BLAKE2b-256`() throws {
    // Computed with Python's hashlib.blake2b(text, digest_size=32).
    let token = try #require(Token("dw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"))
    #expect(hex(token.hash.bytes) == "9656087b2ba816a7c4763b8eefdc88152f3e13ad008d98aff4641c8474551f9b")
  }

  @Test func `hashes tell tokens apart`() throws {
    let token = Token.random()
    #expect(TokenHash(bytes: token.hash.bytes) == token.hash)
    #expect(token.hash != Token.random().hash)
    var bytes = token.hash.bytes
    for index in bytes.indices {
      bytes[index] ^= 1
      #expect(TokenHash(bytes: bytes) != token.hash)
      bytes[index] ^= 1
    }
    #expect(TokenHash(bytes: Array(bytes.dropLast())) == nil)
    #expect(Set([token.hash, token.hash]).count == 1)
  }

  @Test func `nothing secret is printed by an oversight`() {
    let token = Token.random()
    let setup = SetupSecret()
    let key = DigestKey()
    var dumped = ""
    dump([token], to: &dumped)
    dump([setup], to: &dumped)
    dump([key], to: &dumped)
    let printed = "\(token) \(setup) \(key) \(String(reflecting: token)) \(String(reflecting: setup)) \(dumped)"
    #expect(!printed.contains(token.text.dropFirst(3)))
    #expect(!printed.contains(setup.text))
    #expect(!printed.contains("\(key.bytes[0]), \(key.bytes[1])"))
  }

  @Test func `the set-up secret knows itself only`() {
    let secret = SetupSecret()
    #expect(secret.text.utf8.count == 22)
    #expect(secret.matches(secret.text))
    #expect(!secret.matches(""))
    #expect(!secret.matches(secret.text + "x"))
    #expect(!secret.matches(String(secret.text.dropLast())))
    #expect(!secret.matches(SetupSecret().text))
  }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
