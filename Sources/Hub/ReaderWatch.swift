internal import Deadwax
internal import Desk
internal import Lanes
internal import ReaderProtocol
internal import Readers

/// Sees when no reader of a station can read any more, and when one can again, so that its desk is told: once each.
///
/// A reader that is looked for and was never there is not missed: a desk at which everything is typed is in order.
final class ReaderWatch: Sendable {
  /// How long none may read before it is told: a reader that died is back sooner.
  static let grace = Duration.seconds(5)
  /// The same while one is being opened, which may take its time.
  static let openingGrace = Duration.seconds(15)

  private struct State {
    /// The readers that would be missed.
    var known: Set<String>
    var isTold: Bool
    /// Since when none of them can read.
    var silentSince: ContinuousClock.Instant?
  }

  private let state: Guarded<State>

  /// - Parameters:
  ///   - plans: the readers of the station. Those of a device that was named are missed from the start.
  ///   - isTold: whether the desk was told before, as when the hub was started again meanwhile.
  init(_ plans: [ReaderConfiguration], isTold: Bool) {
    let known = plans.filter { isTold || !$0.isLookedFor }.map(\.name)
    state = Guarded(State(known: Set(known), isTold: isTold))
  }

  /// Looks at the readers. To be called about twice a second; returns at once.
  ///
  /// - Returns: what the desk is to be told; nil for nothing new.
  func look(at readers: [ReaderStatus], _ now: ContinuousClock.Instant) -> DeskEvent? {
    state.withLock { state in
      let there = readers.filter { $0.state.kind != .absent && $0.state.kind != .opening }
      state.known.formUnion(there.map(\.name))
      let missed = readers.filter { state.known.contains($0.name) }
      guard !missed.isEmpty, !missed.contains(where: { $0.state.kind == .ready }) else {
        state.silentSince = nil
        guard state.isTold else { return nil }
        state.isTold = false
        return .fault(nil)
      }
      let since = state.silentSince ?? now
      state.silentSince = since
      let grace = missed.contains { $0.state.kind == .opening } ? Self.openingGrace : Self.grace
      guard !state.isTold, since.duration(to: now) >= grace else { return nil }
      state.isTold = true
      return .fault(StationState.Fault.readers)
    }
  }

  /// What was to be told could not be kept: it is told again.
  func wasNotTold() { state.withLock { $0.isTold.toggle() } }
}

extension ReaderConfiguration {
  /// Whether it takes whatever device is there, and none is as well.
  fileprivate var isLookedFor: Bool {
    zip(arguments, arguments.dropFirst()).contains { $0 == "--device" && $1 == "auto" }
  }
}
