package import Deadwax
internal import Storage

/// A push as staff see it.
package struct DiscogsPushView: Hashable, Sendable {
  /// The state; nil if there was no push.
  package var state: DiscogsPushState?
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
  /// The time until the end at the measured pace; nil while it is unknown, and unless the push is running.
  package var timeLeft: Duration?
  /// The reason that it waits or is paused.
  package var problem: String?
  package var plannedBy: String?
  package var plannedAt: Timestamp?
  package var confirmedBy: String?
  package var confirmedAt: Timestamp?
  package var modifiedAt: Timestamp?
  /// The version of the plan and its state, which progress leaves as it is; 0 before the first push.
  package var version: Int

  /// - Parameters:
  ///   - push: the newest push; nil if there was none.
  ///   - counts: the number of its steps in each state.
  ///   - pace: the average time for one step; nil if it was not measured.
  init(_ push: DiscogsPush?, counts: [DiscogsStepState: Int], pace: Duration?) {
    state = push?.state
    list = push?.list
    act = push?.act
    folder = push?.folder
    user = push?.user
    total = counts.values.reduce(0, +)
    done = counts[.done, default: 0]
    already = counts[.already, default: 0]
    failed = counts[.failed, default: 0]
    remaining = push?.remaining ?? 0
    timeLeft = push?.state == .running ? pace.map { $0 * counts[.waiting, default: 0] } : nil
    problem = push?.problem
    plannedBy = push?.plannedBy
    plannedAt = push?.plannedAt
    confirmedBy = push?.confirmedBy
    confirmedAt = push?.confirmedAt
    modifiedAt = push?.modifiedAt
    version = push?.version ?? 0
  }
}
