package import Deadwax

/// A push: what is written to a list at Discogs.
package struct DiscogsPushResource: Codable, Sendable {
  /// The state of the push.
  package enum State: String, Codable, CaseIterable, Sendable {
    /// There was no push.
    case none
    /// Its steps are listed, and wait for a person's confirmation.
    case planned
    case running
    /// It continues where it was.
    case paused
    /// A person has ended or discarded it.
    case stopped
    /// Every step has ended.
    case done
  }

  package var state: State
  package var list: DiscogsList?
  package var act: DiscogsAct?
  /// The folder of the collection that gets what is added.
  package var folder: Int64?
  /// The user at Discogs whose list is written to.
  package var user: String?
  /// The number of steps.
  package var total: Int
  /// The number of steps that Discogs has carried out.
  package var done: Int
  /// The number of steps for which there was nothing to do.
  package var already: Int
  /// The number of steps that Discogs has refused.
  package var failed: Int
  /// The number of steps that another plan can have.
  package var remaining: Int
  /// The number of seconds until the end at the measured pace; none while it is unknown.
  package var secondsLeft: Int?
  /// The reason that it waits or is paused.
  package var problem: String?
  /// The person or program that requested the plan.
  package var plannedBy: String?
  package var plannedAt: RFC3339Time?
  /// The person or program that confirmed it.
  package var confirmedBy: String?
  package var confirmedAt: RFC3339Time?
  package var modifiedAt: RFC3339Time?
  /// The version of the plan and its state, which progress leaves as it is; 0 before the first push.
  package var version: Int

  package init(
    state: State, list: DiscogsList?, act: DiscogsAct?, folder: Int64?, user: String?, total: Int, done: Int,
    already: Int, failed: Int, remaining: Int, secondsLeft: Int?, problem: String?, plannedBy: String?,
    plannedAt: Timestamp?, confirmedBy: String?, confirmedAt: Timestamp?, modifiedAt: Timestamp?, version: Int
  ) {
    self.state = state
    self.list = list
    self.act = act
    self.folder = folder
    self.user = user
    self.total = total
    self.done = done
    self.already = already
    self.failed = failed
    self.remaining = remaining
    self.secondsLeft = secondsLeft
    self.problem = problem
    self.plannedBy = plannedBy
    self.plannedAt = plannedAt.map { RFC3339Time($0) }
    self.confirmedBy = confirmedBy
    self.confirmedAt = confirmedAt.map { RFC3339Time($0) }
    self.modifiedAt = modifiedAt.map { RFC3339Time($0) }
    self.version = version
  }
}
