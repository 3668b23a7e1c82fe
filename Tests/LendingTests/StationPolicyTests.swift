import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StationPolicyTests {
  @Test func `a value that a policy does not name has its default`() throws {
    #expect(try policy("{}") == StationPolicy())
    let policy = try policy(#"{"home": "auto", "isSelfService": true, "modes": ["auto", "return", "auto"]}"#)
    #expect(policy == StationPolicy(home: .auto, modes: [.auto, .return], isSelfService: true))
    #expect(policy.allows(.return))
    #expect(!policy.allows(.add))
  }

  @Test func `a policy comes back as it was`() throws {
    var random = SeededRandom(seed: 77)
    for _ in 0..<200 {
      let modes = Mode.allCases.filter { _ in Bool.random(using: &random) }
      let stored = StationPolicy(
        home: (modes.isEmpty ? Mode.allCases : modes).randomElement(using: &random) ?? .auto, modes: modes,
        isSelfService: .random(using: &random), asksPIN: .random(using: &random),
        returnsInAuto: .random(using: &random), takesAnyCopy: .random(using: &random),
        language: StationPolicy.languages.randomElement(using: &random) ?? "en", isQuiet: .random(using: &random),
        speaks: .random(using: &random), receipt: StationPolicy.receipts.randomElement(using: &random) ?? "none",
        scanTarget: ScanTarget.allCases.randomElement(using: &random) ?? .any,
        playsByPresence: .random(using: &random), offersPutAway: .random(using: &random))
      #expect(try policy(stored.json) == stored)
    }
    #expect(
      StationPolicy().json
        == #"{"asksPIN":false,"home":"look-up","isQuiet":false,"isSelfService":false,"language":"en","modes":[],"offersPutAway":false,"#
        + #""playsByPresence":false,"receipt":"screen","returnsInAuto":true,"scanTarget":"any","speaks":false,"#
        + #""takesAnyCopy":false}"#)
  }

  @Test(arguments: [
    ("", "a JSON object"), ("[]", "a JSON object"), ("{\"home\": ", "a JSON object"), ("null", "a JSON object"),
    (#"{"selfService": true}"#, "has no 'selfService'. Its members are: home, modes, isSelfService"),
    (#"{"home": "autopilot"}"#, "home must be one of auto, look-up"),
    (#"{"home": 7}"#, "home must be one of auto, look-up"),
    (#"{"modes": "auto"}"#, "modes must be a list"), (#"{"modes": ["auto", "x"]}"#, "modes must be one of auto"),
    (#"{"modes": [7]}"#, "modes must be a list"), (#"{"isQuiet": "yes"}"#, "isQuiet must be true or false"),
    (#"{"isQuiet": null}"#, "isQuiet must be true or false"),
    (#"{"language": "it"}"#, "language must be one of en, de, fr"),
    (#"{"scanTarget": "cassette"}"#, "scanTarget must be one of any, cd, vinyl"),
    (#"{"receipt": "mail"}"#, "receipt must be one of none, screen, print"),
    (#"{"home": "add", "modes": ["return"]}"#, "home is add, which is not one of the modes"),
    (#"{"modes": ["return"]}"#, "home is look-up, which is not one of the modes"),
  ])
  func `a wrong policy is refused with what would be right`(json: String, sentence: String) {
    let error = #expect(throws: PolicyError.self) { try policy(json) }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
  }

  private func policy(_ json: String) throws(PolicyError) -> StationPolicy {
    try StationPolicy(json: Array(json.utf8))
  }
}
