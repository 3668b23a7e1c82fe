import Foundation
import StationLogic
import TestSupport
import Testing

/// Tests of the rules' names and sentences.
@Suite(.timeLimit(.minutes(5)))
struct RuleTests {
  @Test func `every rule has a name of words and dots of its own`() {
    for rule in Rule.allCases {
      #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "." })
      #expect(rule.messageKey == "rule.\(rule.rawValue)")
    }
    #expect(Set(Rule.allCases.map(\.rawValue)).count == Rule.allCases.count)
  }

  @Test(arguments: ["en", "de", "fr"])
  func `every rule is explained in a sentence of its own`(language: String) throws {
    let file = URL(fileURLWithPath: Repository.path("www/messages/why/\(language).json"))
    let texts = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    let rules = Set(Rule.allCases.map(\.messageKey))
    for key in rules { #expect(texts[key]?.hasSuffix(".") ?? false, "\(key)") }
    #expect(texts.keys.filter { $0.hasPrefix("rule.") && !rules.contains($0) } == [])
  }
}
