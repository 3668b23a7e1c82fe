internal import Deadwax
internal import Foundation
internal import Glibc
internal import Scanning
internal import StationLogic

/// The clocks of the machine: that on the wall, and the time since the machine was started.
enum MachineClock {
  /// The clock for plays by presence. The time since the start goes on while the machine sleeps, and cannot be set.
  static var sinceStart: PresencePlayService.Clock {
    let path = "/proc/sys/kernel/random/boot_id"
    let start = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    // Without its name, each start of the hub counts as one of the machine.
    return PresencePlayService.Clock(machine: start ?? UUID().uuidString) {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return PresencePlays.Moment(
        uptime: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec), wall: .now())
    }
  }
}
