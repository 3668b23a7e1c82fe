/// Where a card stands in ISO/IEC 14443-3's states: who answers a call, and who sleeps.
struct Activation: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case idle
    /// Heard a call, waits to be selected or passed over.
    case ready
    case active
    case halted
  }

  private(set) var state: State = .idle
  /// Whether it came out of `halted`: what it drops back into.
  private var wasHalted = false

  mutating func powerOff() { self = Activation() }

  /// A call to all cards (WUPA) or to those not halted (REQA). A card that is selected already takes it for a mistake.
  mutating func hearCall(toAll: Bool) {
    switch state {
    case .idle: state = .ready
    case .halted:
      guard toAll else { return }
      wasHalted = true
      state = .ready
    case .ready, .active: drop()
    }
  }

  mutating func select() { state = .active }

  mutating func halt() {
    state = .halted
    wasHalted = true
  }

  /// Passed over, or taken aback by a frame it cannot use.
  mutating func drop() { state = wasHalted ? .halted : .idle }
}
