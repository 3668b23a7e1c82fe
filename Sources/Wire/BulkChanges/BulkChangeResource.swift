package import Deadwax

/// A bulk change: the number of copies by their fate, and its progress.
package struct BulkChangeResource: Codable, Sendable {
  package var id: String
  /// The action; omitted for one of before a restart of the hub.
  package var action: String?
  /// The state: `checking`, `ready`, `applying`, `applied`, `taking-back`, `failed` or `cancelled`.
  package var state: String
  package var counts: Counts
  /// The digest of the preview; omitted while there is none.
  package var plan: String?
  /// The part that is done, in per cent.
  package var percent: Int
  /// The seconds that are left; omitted while they are not known.
  package var secondsLeft: Int?
  /// The reason that it was not made, or taken back, in a sentence.
  package var fault: String?
  /// The change in the history; omitted if no copy was changed.
  package var change: Change.ID?

  /// The number of copies with each fate.
  package struct Counts: Codable, Sendable {
    package var change: Int
    package var same: Int
    package var refused: Int
    /// Copies that others had changed before their turn.
    package var changedMeanwhile: Int

    package init(change: Int, same: Int, refused: Int, changedMeanwhile: Int) {
      self.change = change
      self.same = same
      self.refused = refused
      self.changedMeanwhile = changedMeanwhile
    }
  }

  package init(
    id: String, action: String?, state: String, counts: Counts, plan: String?, percent: Int, secondsLeft: Int?,
    fault: String?, change: Change.ID?
  ) {
    self.id = id
    self.action = action
    self.state = state
    self.counts = counts
    self.plan = plan
    self.percent = percent
    self.secondsLeft = secondsLeft
    self.fault = fault
    self.change = change
  }
}
