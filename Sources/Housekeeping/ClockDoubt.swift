package import Deadwax

/// The reason that the machine's clock is not trusted where a wrong time would cause permanent loss. `ClockRules`
/// decides it.
package enum ClockDoubt: Hashable, Sendable, CustomStringConvertible {
  /// It shows a time more than a day before this program was built.
  case beforeBuild
  /// It shows a time more than `ClockRules.tolerance` before one that was known to be right, which is the associated
  /// value.
  case behind(Timestamp)
  /// It shows a time more than `ClockRules.longestPause` after the last time that was known to be right, which is the
  /// associated value.
  case ahead(of: Timestamp)
  /// A time service controls the clock, and has not set it yet.
  case notSet

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
      "the clock is more than \(ClockRules.longestPause.components.seconds / 86_400) days ahead of \(proven), "
        + "when it was last trusted; if it is right, start once with --accept-clock and today's date"
    case .notSet: "no time service has set the clock yet"
    }
  }
}
