package import Deadwax

/// A change that is written in parts, and how far it is. Each part is a transaction and a change of its own, so that other
/// writes come between the parts. People see all parts as one change.
package struct PartedChange: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// Its parts are written.
    case applying
    case applied
    /// Its parts are undone, the newest first.
    case takingBack = "taking-back"
    case takenBack = "taken-back"
  }

  /// The reason that a change is taken back.
  package enum Cause: String, CaseIterable, Sendable {
    /// A person ended it.
    case cancelled
    /// The hub ended before it was complete.
    case interrupted
    case diskFull = "disk-full"
    /// It could not be written for another reason, which is in the log.
    case failed
    /// A copy was changed meanwhile, so that the undo of a change could not be completed.
    case changedSince = "changed-since"
  }

  /// The id of the whole change.
  package let id: Change.ID
  package let state: State
  /// The digest of the plan that a person confirmed; nil for an undo.
  package let plan: String?
  /// The number of planned copies, of those that were reached, and of those that others had changed meanwhile.
  package let total: Int
  package let done: Int
  package let missed: Int
  package let cause: Cause?
  /// The change that takes it back.
  package let undo: Change.ID?
  /// The last part that was taken back; of an undo in parts, the last part that it undid; nil for none.
  package let undoneTo: Int64?
  /// The number of copies that the taking back left as they are, because others had changed them since.
  package let kept: Int

  /// True until it is either applied or taken back.
  package var isOpen: Bool { state == .applying || state == .takingBack }
}
