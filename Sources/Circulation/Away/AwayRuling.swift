internal import Away
internal import Deadwax
internal import Desk
internal import Lending

/// What an entry of a station's journal comes to, before it is done.
struct AwayRuling {
  var state: AwayVerdict.State
  /// Its facts tell what stood against it, and what else is to be known.
  var outcome: Outcome
  var effects: [Effect] = []
  var borrower: Borrower.ID?
  /// What the code could have meant.
  var candidates: [CodeTarget] = []

  /// What stood against it, the weightiest first. Of what was done it is a note, of what was not it is the reason.
  var reasons: [Outcome.Code] {
    get { state == .needsStaff ? outcome.facts.reasons : stood }
    set {
      stood = newValue
      if state == .needsStaff { outcome.facts.reasons = newValue }
    }
  }
  private var stood: [Outcome.Code] = []

  /// Nothing stands against it.
  static func applied(_ outcome: Outcome, _ effects: [Effect] = []) -> AwayRuling {
    AwayRuling(state: .applied, outcome: outcome, effects: effects)
  }

  /// Nothing is done: a person has to look at it.
  static func staff(
    _ code: Outcome.Code, _ reasons: [Outcome.Code], _ outcome: Outcome, _ effects: [Effect] = []
  ) -> AwayRuling {
    var ruling = AwayRuling(state: .needsStaff, outcome: outcome, effects: effects)
    ruling.outcome.code = code
    ruling.outcome.dueAt = nil
    ruling.reasons = reasons
    return ruling
  }

  private init(state: AwayVerdict.State, outcome: Outcome, effects: [Effect]) {
    self.state = state
    self.outcome = outcome
    self.effects = effects
  }

  /// The same, done though this stands against it; nothing changes where nothing does.
  func though(_ against: [Outcome.Code]) -> AwayRuling {
    guard !against.isEmpty else { return self }
    var ruling = self
    if state == .applied { ruling.state = .appliedWithException }
    ruling.reasons = ReasonOrder.sorted(reasons + against)
    return ruling
  }

  /// The desk's rule that was followed, for the explanation.
  var rule: Rule {
    switch state {
    case .applied: .awayApplied
    case .appliedWithException: .awayException
    case .needsStaff: .awayStaff
    }
  }
}
