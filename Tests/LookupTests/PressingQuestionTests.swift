import Deadwax
import Lookup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PressingQuestionTests {
  @Test func `two pressings that differ in colour are separated by the text of the format`() throws {
    let facts = try #require(PressingFixture.all.first { $0.name.contains("colour") }).hits.map { PressingFacts($0) }
    let question = try #require(PressingQuestion(among: facts))
    #expect(question.topic == .formatText)
    #expect(question.answers.map(\.value) == ["Clear Blue", "Black"])
    #expect(question.answers.map(\.candidates) == [[21], [22]])
    #expect(question.answers.map(\.code) == [1, 2])
    #expect(question.expectedQuestions == 1)
  }

  @Test func `no question is asked that separates nothing`() {
    let same = (1...3).map { PressingFacts(id: $0, values: [.country: "Europe", .catalogNumber: "A-1"]) }
    #expect(PressingQuestion(among: same) == nil)
    #expect(PressingQuestion(among: Array(same.prefix(1))) == nil)
    #expect(PressingQuestion(among: []) == nil)
  }

  @Test func `two spellings of a number are one answer, and an unknown value is none of these`() throws {
    let facts = ["PL 1-2", "pl12", "PL 3", nil].enumerated().map { index, number in
      PressingFacts(id: Int64(index), values: number.map { [.catalogNumber: $0] } ?? [:])
    }
    let question = try #require(PressingQuestion(among: facts))
    #expect(question.answers.map(\.value) == ["PL 1-2", "PL 3", nil])
    #expect(question.answers.map(\.candidates) == [[0, 1], [2], [3]])
  }

  @Test func `twenty values fit the digits, and each pressing is reached`() throws {
    let facts = (1...20).map { PressingFacts(id: $0, values: [.matrix: "PLN \($0)"]) }
    let question = try #require(PressingQuestion(among: facts))
    #expect(question.answers.map(\.code) == Array(1...9))
    #expect(question.answers.last?.value == nil)
    for id in facts.map(\.id) { #expect(try Self.questions(to: id, among: facts).left == [id]) }
  }

  @Test func `the expected number of questions is at most 1.2 times the best possible`() throws {
    var generator = SeededRandom(seed: 120)
    var sets = PressingFixture.all.map { $0.hits.map { PressingFacts($0) } }.filter { !$0.isEmpty }
    for _ in 0..<CaseBudget.cases(of: 400) { sets.append(Self.pressings(using: &generator)) }
    for facts in sets {
      let total = try facts.reduce(0) { try $0 + Self.questions(to: $1.id, among: facts).count }
      let best = Self.smallestTotal(facts)
      try #require(Double(total) <= 1.2 * Double(best), "\(facts)")
      // The number that the question states is the number that is asked.
      let stated = PressingQuestion(among: facts)?.expectedQuestions ?? 0
      try #require((stated * Double(facts.count)).rounded() == Double(total))
    }
  }

  /// Returns up to seven invented pressings with few different values, some of them unknown.
  private static func pressings(using generator: inout SeededRandom) -> [PressingFacts] {
    (1...Int64.random(in: 1...7, using: &generator)).map { id in
      var values: [PressingTopic: String] = [:]
      for topic in PressingTopic.allCases {
        let value = Int.random(in: 0...3, using: &generator)
        if value > 0 { values[topic] = "\(topic.rawValue) \(value)" }
      }
      return PressingFacts(id: id, values: values)
    }
  }

  /// Answers the questions as a person with one pressing in hand does.
  private static func questions(
    to id: Int64, among facts: [PressingFacts]
  ) throws -> (count: Int, left: [Int64]) {
    var left = facts
    var count = 0
    while let question = PressingQuestion(among: left) {
      let answers = question.answers.filter { $0.candidates.contains(id) }
      try #require(answers.count == 1 && answers[0].candidates.count < left.count)
      left = left.filter { answers[0].candidates.contains($0.id) }
      count += 1
    }
    return (count, left.map(\.id))
  }

  /// Returns the smallest total number of questions over all pressings, by trying each tree of questions.
  private static func smallestTotal(_ facts: [PressingFacts]) -> Int {
    var best: Int?
    for topic in PressingTopic.allCases {
      let groups = Dictionary(grouping: facts) { $0.values[topic] }.values
      guard groups.count > 1 else { continue }
      let total = groups.reduce(facts.count) { $0 + smallestTotal($1) }
      best = min(best ?? total, total)
    }
    return best ?? 0
  }
}
