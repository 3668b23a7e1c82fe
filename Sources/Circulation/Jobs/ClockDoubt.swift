package import Deadwax

/// The reason that the machine's clock is not trusted where a wrong time would cause permanent loss.
package enum ClockDoubt: Hashable, Sendable, CustomStringConvertible {
  /// It shows a time more than a day before this program was built.
  case beforeBuild
  /// It shows a time more than `tolerance` before one that was known to be right, which is the associated value.
  case behind(Timestamp)
  /// It shows a time more than `longestPause` after the last time that was known to be right, which is the associated
  /// value.
  case ahead(of: Timestamp)
  /// A time service controls the clock, and has not set it yet.
  case notSet

  /// The facts for and against the clock.
  package struct Evidence: Hashable, Sendable {
    /// The time that it shows.
    package var now: Timestamp
    /// The time at which this program was built: the present time cannot be earlier.
    package var builtAt: Timestamp
    /// The newest time that was known to be right; nil if there never was one.
    package var proven: Timestamp?
    /// True if the kernel does not report the clock as unset.
    package var isSet: Bool

    package init(now: Timestamp, builtAt: Timestamp, proven: Timestamp?, isSet: Bool) {
      self.now = now
      self.builtAt = builtAt
      self.proven = proven
      self.isSet = isSet
    }
  }

  /// The amount by which a clock may be behind: one day. It covers two shifts of daylight-saving time, and machines
  /// that were set by hand.
  package static let tolerance = Duration.seconds(86_400)
  /// The longest time that a hub may be switched off before an operator has to confirm the date: 14 days.
  package static let longestPause = Duration.seconds(14 * 86_400)

  /// Returns the doubt that remains; nil if the clock is trusted.
  package init?(_ evidence: Evidence) {
    if evidence.now < evidence.builtAt + .seconds(-86_400) {
      self = .beforeBuild
    } else if let proven = evidence.proven, evidence.now - proven > Self.longestPause {
      self = .ahead(of: proven)
    } else if let proven = evidence.proven, proven - evidence.now > Self.tolerance {
      self = .behind(proven)
    } else if !evidence.isSet {
      self = .notSet
    } else {
      return nil
    }
  }

  /// The name in metrics.
  package var name: String {
    switch self {
    case .beforeBuild: "before-build"
    case .behind: "behind"
    case .ahead: "ahead"
    case .notSet: "not-set"
    }
  }

  package var description: String {
    switch self {
    case .beforeBuild: "the clock shows a time before this version of Deadwax was built"
    case .behind(let proven): "the clock shows a time before \(proven), when it was last trusted"
    case .ahead(let proven):
      "the clock is more than \(Self.longestPause.components.seconds / 86_400) days ahead of \(proven), "
        + "when it was last trusted; if it is right, start once with --accept-clock and today's date"
    case .notSet: "no time service has set the clock yet"
    }
  }
}
