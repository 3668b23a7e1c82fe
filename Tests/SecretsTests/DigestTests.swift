import Secrets
import Testing

@Suite(.timeLimit(.minutes(25)))
struct DigestTests {
  @Test func `the digest is keyed BLAKE2b of 128 bits`() {
    // Computed with Python's hashlib.blake2b(b"scan-17", digest_size=16, key=bytes(range(32))).
    #expect(Digest.of(Array("scan-17".utf8), key: Array(0..<32)) == (0xd3ee601a5db69a5e, 0xc356dc36eeb332a7))
  }

  @Test func `without an own key the digest never changes`() {
    // The ids of stored scans depend on it. Computed with Python's hashlib as above, with Digest.ownKey.
    #expect(Digest.of(Array("scan-17".utf8)) == (0x8b65e07c8ac616cd, 0x385ddd5fb807e522))
  }

  @Test func `digests of many texts differ`() {
    let digests = (0..<10_000).map { Digest.of(Array("\($0)".utf8)) }
    #expect(Set(digests.map(\.0)).count == 10_000)
    #expect(Set(digests.map(\.1)).count == 10_000)
    #expect(Digest.of([]) != Digest.of([0]))
    #expect(Digest.of([1], key: Array(0..<16)) != Digest.of([1], key: Array(1..<17)))
  }

  @Test func `a key of no proper length is a bug`() async {
    await #expect(processExitsWith: .failure) { _ = Digest.of([1], key: [1]) }
  }

  // The examples of FIPS 180-4, in base64.
  @Test(
    arguments: [
      ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="), ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="),
    ])
  func `SHA-256 is that of the standard`(_ text: String, _ digest: String) {
    #expect(Digest.sha256(of: Array(text.utf8)) == digest)
  }
}
