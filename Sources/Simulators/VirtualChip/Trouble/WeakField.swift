/// A weak field that loses some requests and exchanges.
package struct WeakField: Hashable, Sendable {
  /// The exchanges and requests that are lost.
  package enum Losses: Hashable, Sendable {
    case none
    /// Every n-th is lost, alternately the command and the answer.
    case every(Int)
    /// The given percentage is lost at random. The seed determines which ones, and if it is the command or the answer.
    case percent(Int, seed: UInt64)
  }

  /// The lost part of an exchange.
  enum Loss: Hashable, Sendable {
    case command
    case answer
  }

  package var losses: Losses {
    didSet {
      exchanges = 0
      if case .percent(_, let seed) = losses { random = FaultRandom(state: seed) }
    }
  }
  private var exchanges = 0
  private var random = FaultRandom(state: 0)

  /// Creates a field without losses.
  init() { losses = .none }

  /// Counts an exchange. Returns its lost part; nil if it succeeds.
  mutating func losesExchange() -> Loss? {
    exchanges += 1
    switch losses {
    case .none: return nil
    case .every(let number):
      guard number > 0, exchanges % number == 0 else { return nil }
      return exchanges / number % 2 == 1 ? .command : .answer
    case .percent(let percent, _):
      guard random.next() % 100 < UInt64(percent) else { return nil }
      return random.next() % 2 == 0 ? .command : .answer
    }
  }
}
