package import Deadwax
internal import Storage

/// A bulk change as people see it: its order, the copies by their fate, and its progress.
package struct BulkChange: Sendable {
  /// The id of the bulk change is that of the change in the history, so that its end is known after a restart too.
  package typealias ID = Change.ID

  package enum Phase: String, CaseIterable, Sendable {
    /// The copies are found and compared with the order.
    case checking
    /// The preview is complete. Nothing was changed yet.
    case ready
    /// The copies are changed.
    case applying
    /// All copies are changed, as one change.
    case applied
    /// The copies that were changed are restored.
    case takingBack = "taking-back"
    /// It was not made, or taken back: `fault` says why.
    case failed
    /// A person ended it. All that it had changed was taken back.
    case cancelled

    /// True while copies are planned, changed or restored.
    var isUnderWay: Bool { self == .checking || self == .applying || self == .takingBack }
  }

  package let id: ID
  package let action: BulkOrder.Action?
  package let phase: Phase
  /// The number of copies with each fate.
  package let counts: [BulkLine.Fate: Int]
  /// The digest of the preview; nil before it is complete.
  package let plan: String?
  /// The part that is done, in per cent, and the seconds that are left; nil while it is not known.
  package let percent: Int
  package let secondsLeft: Int?
  /// The reason in a sentence that it was not made.
  package let fault: String?
  /// The change in the history; nil if no copy was changed.
  package let change: Change.ID?

  init(_ id: ID, _ action: BulkOrder.Action, _ state: BulkSession.State) {
    (self.id, self.action) = (id, action)
    (phase, plan, change) = (state.phase, state.plan, state.change)
    counts = Dictionary(state.lines.map { ($0.fate, 1) }, uniquingKeysWith: +)
    let isOver = [.ready, .applied].contains(state.phase)
    percent = isOver ? 100 : state.total == 0 ? 0 : min(99, state.done * 100 / state.total)
    let passed = (ContinuousClock.now - state.begunAt).components.seconds
    secondsLeft =
      isOver || state.done == 0 || passed < 2 || !state.phase.isUnderWay
      ? nil : Int(passed) * (state.total - min(state.total, state.done)) / state.done
    fault = state.fault?.description
  }

  /// A bulk change of an earlier run of the hub, as it is stored.
  init(_ stored: PartedChange) {
    (id, action, plan, secondsLeft, change) = (stored.id, nil, nil, nil, stored.id)
    counts = [.change: stored.done - stored.missed, .changedMeanwhile: stored.missed].filter { $0.value > 0 }
    percent = stored.state == .applied || stored.total == 0 ? 100 : min(99, stored.done * 100 / stored.total)
    let cause = stored.cause ?? .interrupted
    switch stored.state {
    case .applying: (phase, fault) = (.applying, nil)
    case .applied: (phase, fault) = (.applied, nil)
    case .takingBack: (phase, fault) = (.takingBack, nil)
    case .takenBack:
      phase = cause == .cancelled ? .cancelled : .failed
      fault = BulkError.takenBack(cause, kept: stored.kept).description
    }
  }

  /// A bulk change of one transaction, which an earlier version of the hub applied.
  init(applied change: Change.ID, count: Int) {
    (id, action, phase, plan, secondsLeft, fault) = (change, nil, .applied, nil, nil, nil)
    (percent, self.change, counts) = (100, change, [.change: count])
  }
}
