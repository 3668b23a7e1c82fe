/// The activation state of a card according to ISO/IEC 14443-3. It determines the requests that the card answers.
struct Activation: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case idle
    /// The card has received a request and waits to be selected.
    case ready
    case active
    case halted
  }

  private(set) var state: State = .idle
  /// True if the card came from `halted`, the state to which it then returns.
  private var wasHalted = false

  mutating func powerOff() { self = Activation() }

  /// Receives a request to all cards (WUPA) or to those not halted (REQA). An active card treats it as an error.
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

  /// Returns to `idle` or `halted`, because another card was selected or a frame was invalid.
  mutating func drop() { state = wasHalted ? .halted : .idle }
}
