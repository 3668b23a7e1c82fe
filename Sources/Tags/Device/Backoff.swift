/// How long to wait before the next attempt: twice as long each time, from 0.1 s to 5 s, a fifth more or less by chance.
package struct Backoff: Sendable {
  private static let first = Duration.milliseconds(100)
  private static let last = Duration.seconds(5)

  private var base = Self.first

  package init() {}

  /// The next pause.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
    let pause = base * Double.random(in: 0.8...1.2, using: &random)
    base = min(base * 2, Self.last)
    return pause
  }

  /// It worked: begin again with the shortest.
  package mutating func reset() { base = Self.first }
}
