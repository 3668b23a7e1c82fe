internal import CClock
internal import Foundation
internal import Threads

/// The machine's evidence that its clock was set. `ClockRules` decides from it whether the clock is trusted.
///
/// The kernel reports whether the clock is synchronised to a standard (adjtimex(2), STA_UNSYNC). A clock that is not
/// synchronised is suspicious only on a machine with a time service and without a hardware clock. Such a clock shows
/// the time of the power failure until the network is available. On other machines a hardware clock or the host has set
/// it.
final class ClockSynchronisation: Sendable {
  private let isTrusted: Bool
  private let known = Locked<(isRight: Bool, until: ContinuousClock.Instant)?>(nil)

  /// The time for which an answer is cached, because every scan needs one.
  private static let age = Duration.seconds(5)

  /// - Parameter isTrusted: true if the operator guarantees that the clock is right.
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
