internal import Deadwax
internal import ReaderProtocol
internal import Readers
internal import StationLogic
internal import Threads

/// Detects when the last working reader of a station fails, and when one works again, so that the station gets one
/// report of each.
///
/// An automatically detected reader that never appeared is not missing: a station without readers, where everything is
/// typed, is in order.
final class ReaderWatch: Sendable {
  /// The time for which no reader works before that is reported: a reader whose program crashed is back sooner.
  static let grace = Duration.seconds(5)
  /// The longer time that applies while a reader is being opened.
  static let openingGrace = Duration.seconds(15)

  private struct State {
    /// The readers whose absence is a fault.
    var known: Set<String>
    var isReported: Bool
    /// The time since which none of them works.
    var silentSince: ContinuousClock.Instant?
  }

  private let state: Locked<State>

  /// - Parameters:
  ///   - plans: the readers of the station. A reader with a configured device is missing from the start.
  ///   - isReported: true if the fault was reported before, for example before a restart of the hub.
  init(_ plans: [ReaderConfiguration], isReported: Bool) {
    let known = plans.filter { isReported || !$0.isOptional }.map(\.name)
    state = Locked(State(known: Set(known), isReported: isReported))
  }

  /// Checks the readers. Call it about twice a second; returns at once.
  ///
  /// - Returns: the event for the station; nil if nothing changed.
  func look(at readers: [ReaderStatus], _ now: ContinuousClock.Instant) -> StationEvent? {
    state.withLock { state in
      let there = readers.filter { $0.state.kind != .absent && $0.state.kind != .opening }
      state.known.formUnion(there.map(\.name))
      let missed = readers.filter { state.known.contains($0.name) }
      guard !missed.isEmpty, !missed.contains(where: { $0.state.kind == .ready }) else {
        state.silentSince = nil
        guard state.isReported else { return nil }
        state.isReported = false
        return .fault(nil)
      }
      let since = state.silentSince ?? now
      state.silentSince = since
      let grace = missed.contains { $0.state.kind == .opening } ? Self.openingGrace : Self.grace
      guard !state.isReported, since.duration(to: now) >= grace else { return nil }
      state.isReported = true
      return .fault(StationState.Fault.readers)
    }
  }

  /// Handles a report that could not be stored: it is repeated.
  func wasNotReported() { state.withLock { $0.isReported.toggle() } }
}
