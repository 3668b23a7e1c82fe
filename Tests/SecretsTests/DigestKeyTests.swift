import Secrets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DigestKeyTests {
  @Test func `the digest is keyed BLAKE2b of 128 bits`() throws {
    // Computed with Python's hashlib.blake2b(b"scan-17", digest_size=16, key=bytes(range(32))).
    let key = try #require(DigestKey(bytes: Array(0..<32)))
    #expect(key.digest(of: "scan-17") == Digest128(high: 0xd3ee601a5db69a5e, low: 0xc356dc36eeb332a7))
    #expect(key.digest(of: Array("scan-17".utf8)) == key.digest(of: "scan-17"))
  }

  @Test func `another key gives another digest`() {
    #expect(DigestKey().digest(of: "a") != DigestKey().digest(of: "a"))
  }

  @Test func `digests of many texts differ`() {
    let key = DigestKey()
    #expect(Set((0..<10_000).map { key.digest(of: "\($0)") }).count == 10_000)
    #expect(key.digest(of: "") != key.digest(of: "\0"))
  }

  @Test func `a key of another length is none`() {
    #expect(DigestKey(bytes: []) == nil)
    #expect(DigestKey(bytes: [UInt8](repeating: 0, count: 31)) == nil)
  }
}
