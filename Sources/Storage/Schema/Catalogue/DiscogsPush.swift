package import Deadwax

/// A push: what is written to a list at Discogs, one step after the other.
package struct DiscogsPush: Hashable, Sendable {
  /// The number of the plan, which its steps have too.
  package var number: Int
  package var state: DiscogsPushState
  package var list: DiscogsList
  package var act: DiscogsAct
  /// The folder of the collection that gets what is added; nil for every other push.
  package var folder: Int64?
  /// The user at Discogs whose list was compared. Nothing is written to the list of another user.
  package var user: String
  /// The number of steps that another plan can have, because this one has the most.
  package var remaining: Int
  /// The reason that it waits or is paused; nil for none.
  package var problem: String?
  /// The person or program that requested the plan.
  package var plannedBy: String?
  package var plannedAt: Timestamp
  /// The person or program that confirmed it; nil before.
  package var confirmedBy: String?
  package var confirmedAt: Timestamp?
  package var modifiedAt: Timestamp
  package var version: Int

  /// Creates a plan without a confirmation.
  package init(
    number: Int, list: DiscogsList, act: DiscogsAct, folder: Int64?, user: String, remaining: Int, by: String?,
    at now: Timestamp
  ) {
    self.number = number
    state = .planned
    self.list = list
    self.act = act
    self.folder = folder
    self.user = user
    self.remaining = remaining
    plannedBy = by
    plannedAt = now
    modifiedAt = now
    version = 0
  }
}
