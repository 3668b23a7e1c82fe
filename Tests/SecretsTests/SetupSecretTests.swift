import Secrets
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SetupSecretTests {
  @Test func `it knows itself only`() {
    let secret = SetupSecret()
    #expect(secret.text.utf8.count == 22)
    #expect(secret.matches(secret.text))
    #expect(!secret.matches(""))
    #expect(!secret.matches(secret.text + "x"))
    #expect(!secret.matches(String(secret.text.dropLast())))
    #expect(!secret.matches(SetupSecret().text))
  }

  @Test func `it is not printed by an oversight`() {
    let secret = SetupSecret()
    var dumped = ""
    dump([secret], to: &dumped)
    #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains(secret.text))
  }
}
