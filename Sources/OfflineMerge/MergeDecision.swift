internal import Deadwax
internal import Lending
internal import OfflineStation
internal import StationLogic

/// The decision on one entry of a station's journal, before it is carried out.
struct MergeDecision {
  var state: MergeResult.State
  /// The outcome. Its facts contain the reasons against the entry and further notes.
  var outcome: Outcome
  var effects: [Effect] = []
  var borrower: Borrower.ID?
  /// The records that the code could refer to.
  var candidates: [CodeTarget] = []

  /// The reasons against the entry, the most important first. They are notes for an applied entry and the cause of one
  /// that is left to staff.
  var reasons: [Outcome.Code] {
    get { state == .needsStaff ? outcome.facts.reasons : stood }
    set {
      stood = newValue
      if state == .needsStaff { outcome.facts.reasons = newValue }
    }
  }
  private var stood: [Outcome.Code] = []

  /// Returns a ruling without any reason against it.
  static func applied(_ outcome: Outcome, _ effects: [Effect] = []) -> MergeDecision {
    MergeDecision(state: .applied, outcome: outcome, effects: effects)
  }

  /// Returns a ruling that applies nothing and leaves the entry to staff.
  static func staff(
    _ code: Outcome.Code, _ reasons: [Outcome.Code], _ outcome: Outcome, _ effects: [Effect] = []
  ) -> MergeDecision {
    var decision = MergeDecision(state: .needsStaff, outcome: outcome, effects: effects)
    decision.outcome.code = code
    decision.outcome.dueAt = nil
    decision.reasons = reasons
    return decision
  }

  private init(state: MergeResult.State, outcome: Outcome, effects: [Effect]) {
    self.state = state
    self.outcome = outcome
    self.effects = effects
  }

  /// Returns the ruling applied despite these reasons; returns it unchanged if there are none.
  func though(_ against: [Outcome.Code]) -> MergeDecision {
    guard !against.isEmpty else { return self }
    var decision = self
    if state == .applied { decision.state = .appliedWithException }
    decision.reasons = ReasonOrder.sorted(reasons + against)
    return decision
  }

  /// The desk rule that was followed, for the explanation.
  var rule: Rule {
    switch state {
    case .applied: .offlineApplied
    case .appliedWithException: .offlineException
    case .needsStaff: .offlineStaff
    }
  }
}
