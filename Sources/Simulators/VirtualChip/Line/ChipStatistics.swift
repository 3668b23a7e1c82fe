/// Statistics of the commands that the chip received, for displays and tests.
package struct ChipStatistics: Hashable, Sendable {
  /// A received command.
  package struct Requests: Hashable, Sendable {
    package let name: String
    package let code: UInt8
    package let arguments: [UInt8]
    /// The time since the chip was created.
    package let at: Duration
  }

  /// The most recent commands, the newest last; at most `recentLimit`.
  package fileprivate(set) var recent: [Requests] = []
  package static let recentLimit = 64

  /// The number of times each command was received, by command name.
  package fileprivate(set) var commands: [String: Int] = [:]
  /// The number of times each command was sent to a card, by command name.
  package internal(set) var commandsOnAir: [String: Int] = [:]
  /// The total number of commands.
  package fileprivate(set) var total = 0
  package internal(set) var wakeUps = 0
  /// The number of commands that the host aborted.
  package internal(set) var aborted = 0
  /// The number of answers repeated on request.
  package internal(set) var repeated = 0
  /// The number of error frames.
  package internal(set) var complaints = 0
  package internal(set) var damagedFrames = 0
  /// The number of bytes received while the chip was asleep or silent, or at the wrong baud rate.
  package internal(set) var lostBytes = 0

  package var last: Requests? { recent.last }

  mutating func note(_ name: String, code: UInt8, arguments: [UInt8], at time: Duration) {
    total += 1
    commands[name, default: 0] += 1
    if recent.count == Self.recentLimit { recent.removeFirst() }
    recent.append(Requests(name: name, code: code, arguments: arguments, at: time))
  }
}
