/// The plan with the lowest expected number of questions, if every alternative is equally likely and every question is
/// answered.
///
/// It is exact: every order of questions is compared. There are few features, so few sets of alternatives can remain.
struct AlternativePlan {
  /// The alternatives and features that are still open.
  struct State: Hashable {
    /// A bit for each alternative.
    var alternatives: UInt32
    /// A bit for each feature that the person does not know.
    var skipped: UInt8
  }

  /// The alternatives that one answer leaves.
  struct Group {
    var text: String?
    var alternatives: UInt32
  }

  private let list: [Alternative]
  private let keys: [AlternativeFeature: [String?]]
  private var costs: [State: Double] = [:]

  init(_ alternatives: [Alternative]) {
    list = alternatives
    keys = Dictionary(
      uniqueKeysWithValues: AlternativeFeature.allCases.map { feature in (feature, alternatives.map(feature.key(of:))) }
    )
  }

  /// All alternatives.
  var all: UInt32 { list.count == 32 ? .max : (1 << UInt32(list.count)) - 1 }

  /// Returns the answers to a question about some alternatives: the values in their order, and at the end "none of
  /// these" with the alternatives whose value is unknown or does not fit into the nine answers.
  func groups(of alternatives: UInt32, by feature: AlternativeFeature) -> [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    var rest: UInt32 = 0
    for (index, key) in (keys[feature] ?? []).enumerated() where alternatives & (1 << UInt32(index)) != 0 {
      let bit: UInt32 = 1 << UInt32(index)
      guard let key else {
        rest |= bit
        continue
      }
      if let place = places[key] {
        groups[place].alternatives |= bit
      } else {
        places[key] = groups.count
        groups.append(Group(text: feature.text(of: list[index]), alternatives: bit))
      }
    }
    // The most frequent values get a number of their own.
    if groups.count + (rest == 0 ? 0 : 1) > AlternativeQuestion.mostChoices {
      let frequent = groups.indices.sorted { one, other in
        let (first, second) = (groups[one].alternatives.nonzeroBitCount, groups[other].alternatives.nonzeroBitCount)
        return first != second ? first > second : one < other
      }
      let named = Set(frequent.prefix(AlternativeQuestion.mostChoices - 1))
      for index in groups.indices where !named.contains(index) { rest |= groups[index].alternatives }
      groups = groups.indices.filter(named.contains).map { groups[$0] }
    }
    return rest == 0 ? groups : groups + [Group(text: nil, alternatives: rest)]
  }

  /// Returns the feature to ask for; nil if none splits what remains. Of equally good ones, the easiest to see.
  mutating func bestFeature(in state: State) -> AlternativeFeature? { best(state)?.feature }

  /// Returns the expected number of questions until no question splits what remains.
  mutating func cost(_ state: State) -> Double {
    if let known = costs[state] { return known }
    let cost = best(state)?.cost ?? 0
    costs[state] = cost
    return cost
  }

  private mutating func best(_ state: State) -> (feature: AlternativeFeature, cost: Double)? {
    guard state.alternatives.nonzeroBitCount > 1 else { return nil }
    var best: (feature: AlternativeFeature, cost: Double)?
    for feature in AlternativeFeature.allCases where state.skipped & feature.bit == 0 {
      let groups = groups(of: state.alternatives, by: feature)
      guard groups.count > 1 else { continue }
      let total = Double(state.alternatives.nonzeroBitCount)
      var cost = 1.0
      for group in groups {
        let left = State(alternatives: group.alternatives, skipped: state.skipped)
        cost += Double(group.alternatives.nonzeroBitCount) / total * self.cost(left)
      }
      // Sums of thirds differ in their last digit.
      if cost < (best?.cost ?? .infinity) - 1e-9 { best = (feature, cost) }
    }
    return best
  }
}

extension AlternativeFeature {
  /// The bit of this feature in a set.
  var bit: UInt8 { 1 << UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}
