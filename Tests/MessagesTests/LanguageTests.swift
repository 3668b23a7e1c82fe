import Messages
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LanguageTests {
  @Test func `the desk speaks three languages`() { #expect(Language.allCases.map(\.rawValue) == ["en", "de", "fr"]) }
}
