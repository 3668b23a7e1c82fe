internal import CommandLineArguments
package import Deadwax
internal import Glibc

/// The formats of times in the terminal.
package enum ClockTime {
  /// Returns `14:03:07` for today and `2026-11-20 14:03` for any other day, in local time. A text that is not a time is
  /// returned unchanged, but printable.
  package static func short(_ text: String, now: Timestamp = .now()) -> String {
    guard let time = Timestamp(text) else { return printable(text) }
    let then = parts(time)
    let today = parts(now)
    let isToday = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday
    return format(then, isToday ? "%H:%M:%S" : "%Y-%m-%d %H:%M")
  }

  package static func short(_ time: RFC3339Time) -> String { short(time.description) }

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

extension ClockTime {
  /// Parses a day or a time from the command line.
  ///
  /// - Parameters:
  ///   - text: a day such as `2026-12-24`, which stands for the end of that day in local time, or an RFC 3339 time.
  ///   - option: the name of the option, for the error message.
  /// - Returns: the time.
  /// - Throws: `Failure` with the code `usage`.
  package static func moment(_ text: String, of option: String) throws(Failure) -> RFC3339Time {
    if let time = Timestamp(text) { return RFC3339Time(time) }
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
    if numbers.count == 3, text.utf8.count == 10, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      (1...12).contains(month), (1...31).contains(day)
    {
      var parts = tm()
      parts.tm_year = year - 1900
      parts.tm_mon = month - 1
      parts.tm_mday = day
      (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (23, 59, 59, -1)
      let seconds = mktime(&parts)
      if seconds != -1, parts.tm_mday == day { return RFC3339Time(Timestamp(milliseconds: Int64(seconds) * 1000)) }
    }
    throw Failure(
      .usage, "--\(option) is neither a day nor a time: \(printable(text)).",
      advice: "A day has the form 2026-12-24, a time the form 2026-12-24T18:00:00Z.")
  }

  /// Returns `2026-12-24`, in local time. A text that is not a time is returned unchanged, but printable.
  package static func day(_ text: String) -> String {
    guard let time = Timestamp(text) else { return printable(text) }
    return format(parts(time), "%Y-%m-%d")
  }

  package static func day(_ time: RFC3339Time) -> String { day(time.description) }
}
