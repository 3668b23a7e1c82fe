/// A field that is too weak for some of what goes through it.
struct Weakness: Hashable, Sendable {
  /// What of an exchange is not heard.
  enum Loss: Hashable, Sendable {
    case command
    case answer
  }

  /// Each exchange or call of this number is lost; nil loses none.
  var every: Int? {
    didSet { exchanges = 0 }
  }
  private var exchanges = 0

  /// Counts an exchange. Returns what of it is lost, in turns the command and the answer; nil when it goes well.
  mutating func losesExchange() -> Loss? {
    guard let every, every > 0 else { return nil }
    exchanges += 1
    guard exchanges % every == 0 else { return nil }
    return exchanges / every % 2 == 1 ? .command : .answer
  }
}
