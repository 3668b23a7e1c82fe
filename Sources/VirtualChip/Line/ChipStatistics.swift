/// What the chip was asked, for screens and tests.
package struct ChipStatistics: Hashable, Sendable {
  /// A command as it came.
  package struct Asked: Hashable, Sendable {
    package let name: String
    package let code: UInt8
    package let arguments: [UInt8]
    /// Since the chip was made.
    package let at: Duration
  }

  /// The last commands, the newest last; at most `recentLimit`.
  package fileprivate(set) var recent: [Asked] = []
  package static let recentLimit = 64

  /// How often each command came, by its name.
  package fileprivate(set) var commands: [String: Int] = [:]
  /// How often each command was sent on to a card, by its name.
  package internal(set) var commandsOnAir: [String: Int] = [:]
  /// All commands together.
  package fileprivate(set) var total = 0
  package internal(set) var wakeUps = 0
  /// Commands that the host stopped.
  package internal(set) var aborted = 0
  /// Answers said again on demand.
  package internal(set) var repeated = 0
  /// Error frames.
  package internal(set) var complaints = 0
  package internal(set) var damagedFrames = 0
  /// Bytes that came while the chip slept, was mute, or at the wrong speed.
  package internal(set) var lostBytes = 0

  package var last: Asked? { recent.last }

  mutating func note(_ name: String, code: UInt8, arguments: [UInt8], at time: Duration) {
    total += 1
    commands[name, default: 0] += 1
    if recent.count == Self.recentLimit { recent.removeFirst() }
    recent.append(Asked(name: name, code: code, arguments: arguments, at: time))
  }
}
