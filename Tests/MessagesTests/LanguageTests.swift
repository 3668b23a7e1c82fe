import Messages
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LanguageTests {
  @Test func `the desk speaks three languages`() { #expect(Language.allCases.map(\.rawValue) == ["en", "de", "fr"]) }
}
