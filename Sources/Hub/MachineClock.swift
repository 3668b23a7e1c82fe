internal import CClock
internal import Foundation
internal import Lanes

/// Whether this machine's clock can be believed, for due dates.
///
/// The kernel tells whether something keeps the clock to a standard (adjtimex(2), STA_UNSYNC). That nothing does is
/// suspicious only where something should: on a machine without a clock of its own that has a time service, the time
/// is what it was when the power went, until the network is there. Elsewhere it was set by a clock in the machine, or
/// by the host.
final class MachineClock: Sendable {
  private let isTrusted: Bool
  private let known = Guarded<(isRight: Bool, until: ContinuousClock.Instant)?>(nil)

  /// How long an answer is good for: it is asked with every scan.
  private static let age = Duration.seconds(5)

  /// - Parameter isTrusted: whether the operator vouches for the clock.
  init(isTrusted: Bool) { self.isTrusted = isTrusted }

  var isRight: Bool {
    if isTrusted { return true }
    return known.withLock { known in
      if let known, known.until > .now { return known.isRight }
      let isRight = !Self.isUnsynchronised || Self.hasClock || !Self.hasTimeService
      known = (isRight, .now + Self.age)
      return isRight
    }
  }

  private static var isUnsynchronised: Bool {
    deadwax_clock_is_unsynchronised() != 0
  }

  private static var hasClock: Bool { FileManager.default.fileExists(atPath: "/sys/class/rtc/rtc0") }

  private static var hasTimeService: Bool {
    ["/run/systemd/timesync", "/run/chrony", "/run/ntpd.pid", "/run/ntpsec"].contains {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}
