internal import Glibc

/// A time of the monotonic clock in milliseconds, read from the kernel's last tick. It is cheap to read and precise
/// enough for deadlines.
struct Moment: Comparable, Sendable {
  private let milliseconds: Int

  static let never = Moment(milliseconds: .max)

  static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Moment(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }

  static func after(_ duration: Duration) -> Moment { now + duration }

  static func + (moment: Moment, duration: Duration) -> Moment {
    let (seconds, attoseconds) = duration.components
    return Moment(milliseconds: moment.milliseconds + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}
