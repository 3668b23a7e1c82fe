package import Deadwax

/// The rules for when the machine's clock is trusted. Every doubt is decided here, from the evidence alone.
///
/// A clock that is wrong by a day would anonymise, expire or remind too early, and that cannot be undone.
package enum ClockRules {
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

  /// Decides whether the clock is trusted.
  ///
  /// - Returns: the doubt that remains; nil if the clock is trusted.
  package static func doubt(_ evidence: Evidence) -> ClockDoubt? {
    if evidence.now < evidence.builtAt + (.zero - tolerance) { return .beforeBuild }
    if let proven = evidence.proven {
      if evidence.now - proven > longestPause { return .ahead(of: proven) }
      if proven - evidence.now > tolerance { return .behind(proven) }
    }
    return evidence.isSet ? nil : .notSet
  }

  /// Returns true if the day that an operator gave is the one that the clock shows, or a day next to it, because the
  /// day begins at other times in other time zones.
  package static func accepts(_ day: String, at now: Timestamp) -> Bool {
    [-86_400, 0, 86_400].contains { day == (now + .seconds($0)).description.prefix(10) }
  }
}
