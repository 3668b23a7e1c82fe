/// The question that is expected to lead to the right pressing soonest.
///
/// Every candidate is taken to be equally likely. The question is the first of a tree with the smallest expected number
/// of questions, found by an exhaustive search. At most 20 candidates are considered, so the search stays small.
package struct PressingQuestion: Hashable, Sendable {
  /// An answer with the candidates that it leaves.
  package struct Answer: Hashable, Sendable {
    /// The digit that gives the answer, from 1 to 9.
    package let code: Int
    /// The value as it is shown; nil for "none of these".
    package let value: String?
    /// The candidates that remain, in the order in which they were given.
    package let candidates: [Int64]
  }

  package let topic: PressingTopic
  /// Two to nine answers, in the order of their codes. "None of these" comes last.
  package let answers: [Answer]
  /// The expected number of questions until no further question can separate the candidates, this one included.
  package let expectedQuestions: Double

  /// The most answers to a question: each has a digit from 1 to 9.
  package static let mostAnswers = 9

  /// Chooses the question; nil if no question separates the candidates.
  ///
  /// - Parameter candidates: the candidates, the best first. Only the first 20 are considered.
  package init?(among candidates: [PressingFacts]) {
    let facts = Array(candidates.prefix(ReleaseMatch.limit))
    var search = QuestionSearch(facts)
    let best = search.best(among: Array(facts.indices))
    guard let topic = best.topic else { return nil }
    self.topic = topic
    answers = search.groups(of: Array(facts.indices), by: topic).enumerated().map { index, group in
      Answer(code: index + 1, value: group.value, candidates: group.members.map { facts[$0].id })
    }
    expectedQuestions = Double(best.total) / Double(facts.count)
  }
}

/// The search for the tree of questions with the smallest total number of questions over all candidates.
private struct QuestionSearch {
  struct Group {
    /// The shown value; nil for the candidates that no other answer covers.
    let value: String?
    let members: [Int]
  }

  struct Best {
    /// The first topic to ask; nil if none separates the candidates.
    let topic: PressingTopic?
    /// The sum over the candidates of the number of questions until each is reached.
    let total: Int
  }

  private let facts: [PressingFacts]
  private let keys: [PressingTopic: [String?]]
  private var known: [[Int]: Best] = [:]

  init(_ facts: [PressingFacts]) {
    self.facts = facts
    keys = Dictionary(
      uniqueKeysWithValues: PressingTopic.allCases.map { topic in (topic, facts.map { $0.key(topic) }) })
  }

  /// Returns the answers to a topic: the values, the most frequent first, then the rest.
  ///
  /// Values beyond the digits are left to "none of these", after which the topic can be asked again.
  func groups(of members: [Int], by topic: PressingTopic) -> [Group] {
    guard let keys = keys[topic] else { return [] }
    var order: [String] = []
    var byKey: [String: [Int]] = [:]
    var rest: [Int] = []
    for member in members {
      guard let key = keys[member] else {
        rest.append(member)
        continue
      }
      if byKey[key] == nil { order.append(key) }
      byKey[key, default: []].append(member)
    }
    let ranked = order.enumerated().sorted { left, right in
      let counts = (byKey[left.element]?.count ?? 0, byKey[right.element]?.count ?? 0)
      return counts.0 != counts.1 ? counts.0 > counts.1 : left.offset < right.offset
    }.map(\.element)
    let fits = ranked.count + (rest.isEmpty ? 0 : 1) <= PressingQuestion.mostAnswers
    let named = fits ? ranked : Array(ranked.prefix(PressingQuestion.mostAnswers - 1))
    for key in ranked.dropFirst(named.count) { rest += byKey[key] ?? [] }
    var groups = named.map { key in
      let members = byKey[key] ?? []
      return Group(value: members.first.flatMap { facts[$0].values[topic] }, members: members)
    }
    if !rest.isEmpty { groups.append(Group(value: nil, members: rest.sorted())) }
    return groups
  }

  /// Returns the best first topic for the candidates, in ascending order, and the total number of questions.
  mutating func best(among members: [Int]) -> Best {
    if let best = known[members] { return best }
    var best = Best(topic: nil, total: 0)
    for topic in PressingTopic.allCases where members.count > 1 {
      let groups = groups(of: members, by: topic)
      guard groups.count > 1 else { continue }
      let total = groups.reduce(members.count) { $0 + self.best(among: $1.members).total }
      if best.topic == nil || total < best.total { best = Best(topic: topic, total: total) }
    }
    known[members] = best
    return best
  }
}
