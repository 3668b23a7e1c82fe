internal import Deadwax
internal import Threads

/// One bulk change, from its order to its end. Its order and its preview are not stored: a restart of the hub ends it, with
/// all of the change or with nothing.
final class BulkSession: Sendable {
  let id: BulkChange.ID
  let order: BulkOrder
  private let state = Locked(State())

  struct State: Sendable {
    var phase = BulkChange.Phase.checking
    var lines: [BulkLine] = []
    var plan: String?
    var fault: BulkError?
    var change: Change.ID?
    var begunAt = ContinuousClock.now
    var touchedAt = ContinuousClock.now
    /// The number of copies that were planned or changed, and of all of them.
    var done = 0
    var total = 0
    var isCancelled = false
  }

  init(_ id: BulkChange.ID, _ order: BulkOrder) { (self.id, self.order) = (id, order) }

  /// Reads or changes the state.
  func update<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    try state.withLock(body)
  }

  /// The part of the state that people see.
  var view: BulkChange {
    update { state in
      state.touchedAt = .now
      return BulkChange(id, order.action, state)
    }
  }
}
