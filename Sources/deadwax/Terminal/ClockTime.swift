internal import Deadwax
internal import Glibc

/// Times as people at this machine read them.
enum ClockTime {
  /// `14:03:07` for today, `2026-11-20 14:03` for any other day, in local time; what is no time stays as it is.
  static func short(_ text: String, now: Timestamp = .now()) -> String {
    guard let time = Timestamp(text) else { return printable(text) }
    let then = parts(time)
    let today = parts(now)
    let isToday = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday
    return format(then, isToday ? "%H:%M:%S" : "%Y-%m-%d %H:%M")
  }

  private static func parts(_ time: Timestamp) -> tm {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func format(_ parts: tm, _ pattern: String) -> String {
    var parts = parts
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, pattern, &parts)
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
