import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PINTests {
  @Test(.ownThread) func `a PIN is known by its hash, and no other is`() throws {
    let hash = try PIN.hash("2749")
    #expect(PIN.verify("2749", against: hash))
    for wrong in ["2748", "27490", "274", "", "0000", "2749 ", "２７４９"] { #expect(!PIN.verify(wrong, against: hash)) }
    // Argon2id with libsodium's interactive limits: 64 MiB, two passes.
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    #expect(!hash.contains("2749"))
  }

  @Test(.ownThread) func `the same PIN never has the same hash`() throws {
    #expect(try PIN.hash("123456789012") != PIN.hash("123456789012"))
  }

  @Test(.ownThread) func `a hash that was made elsewhere is understood`() {
    // Made with argon2-cffi: PasswordHasher(time_cost=2, memory_cost=65536, parallelism=1).hash("4711").
    let hash = "$argon2id$v=19$m=65536,t=2,p=1$2hDZdU7qLfJxJru0iAsXeA$V3ZnqksNLLnxVZmk5JszaDufZAleYSw/S3cJy/I4E3Y"
    #expect(PIN.verify("4711", against: hash))
    #expect(!PIN.verify("4712", against: hash))
  }

  @Test(arguments: ["", "123", "1234567890123", "12a4", "12 34", "-123", "１２３４"])
  func `a PIN must have 4 to 12 digits`(text: String) {
    #expect(!PIN.isUsable(text))
    #expect(throws: SecretsError.pinUnusable) { try PIN.hash(text) }
  }

  @Test(arguments: [
    "", "$argon2id$", "1234", "$argon2id$v=19$m=65536,t=2,p=1$", String(repeating: "$argon2id$", count: 50),
  ])
  func `an invalid hash matches no PIN`(hash: String) {
    #expect(!PIN.verify("1234", against: hash))
  }
}
