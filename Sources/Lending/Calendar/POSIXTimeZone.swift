package import Deadwax

/// A time zone in the TZ form of IEEE 1003.1: `CET-1CEST,M3.5.0,M10.5.0/3`. It contains everything that due dates need,
/// without a time zone library and its data files.
package struct POSIXTimeZone: Hashable, Sendable, CustomStringConvertible {
  /// The name of a local time and its offset from UTC.
  struct Clock: Hashable, Sendable {
    var name: String
    /// Seconds east of UTC.
    var offset: Int
  }

  /// The point in a year at which the clocks change.
  struct Rule: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// Day 1 to 365; 29 February is never counted.
      case julian(Int)
      /// Day 0 to 365; 29 February is counted.
      case ordinal(Int)
      /// Week 1 to 4, or 5 for the last; weekday 0 for Sunday to 6 for Saturday.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds after midnight, in the local time that ends then. It may be negative, and more than a day.
    var time: Int
  }

  struct Summer: Hashable, Sendable {
    var clock: Clock
    var begins: Rule
    var ends: Rule
  }

  /// The text that was parsed.
  package let description: String
  let standard: Clock
  let summer: Summer?

  init(description: String, standard: Clock, summer: Summer?) {
    self.description = description
    self.standard = standard
    self.summer = summer
  }

  package static let utc = POSIXTimeZone(description: "UTC0", standard: Clock(name: "UTC", offset: 0), summer: nil)

  /// Returns the number of seconds that local time is ahead of UTC; negative in the west.
  package func offset(at time: Timestamp) -> Int { clock(at: seconds(time)).offset }

  /// Returns the abbreviation of the local time, such as `CEST`.
  package func abbreviation(at time: Timestamp) -> String { clock(at: seconds(time)).name }

  /// Returns the local date.
  package func day(at time: Timestamp) -> CivilDate { day(at: seconds(time)) }

  /// Returns the local date, and the whole seconds since its 00:00 on the clock.
  package func local(at time: Timestamp) -> (day: CivilDate, second: Int) {
    let local = seconds(time) + clock(at: seconds(time)).offset
    let day = CivilDate(daysSince1970: floorDivision(local, 86_400))
    return (day, local - day.daysSince1970 * 86_400)
  }

  /// Returns the last millisecond of a local day.
  ///
  /// If the clocks are put forward at midnight, the next day has no 00:00: the day ends at the change. If they are put
  /// back over midnight, the day ends twice, and the second end counts.
  package func endOfDay(_ day: CivilDate) -> Timestamp {
    Timestamp(milliseconds: Int64(startSeconds(after: day)) * 1000 - 1)
  }

  private func startSeconds(after day: CivilDate) -> Int {
    let midnight = (day.daysSince1970 + 1) * 86_400
    guard let summer else { return midnight - standard.offset }
    var candidates = [midnight - standard.offset, midnight - summer.clock.offset]
    for year in day.year - 1...day.year + 1 {
      let (begins, ends) = changes(in: year, summer)
      candidates += [begins, ends].filter { abs($0 - midnight) < 3 * 86_400 }
    }
    let days = day.daysSince1970
    let starts = candidates.filter {
      self.day(at: $0 - 1).daysSince1970 <= days && self.day(at: $0).daysSince1970 > days
    }
    return starts.max() ?? midnight - standard.offset
  }

  private func clock(at seconds: Int) -> Clock {
    guard let summer else { return standard }
    let year = CivilDate(daysSince1970: floorDivision(seconds + standard.offset, 86_400)).year
    var last = Int.min
    var isSummer = false
    for year in year - 1...year + 1 {
      let (begins, ends) = changes(in: year, summer)
      if ends <= seconds, ends > last { (last, isSummer) = (ends, false) }
      // If both changes coincide, the start wins: that is the notation for summer time all year.
      if begins <= seconds, begins >= last { (last, isSummer) = (begins, true) }
    }
    return isSummer ? summer.clock : standard
  }

  /// Returns the seconds since 1970 at which summer time begins and ends in a year.
  private func changes(in year: Int, _ summer: Summer) -> (begins: Int, ends: Int) {
    (
      summer.begins.localSeconds(in: year) - standard.offset,
      summer.ends.localSeconds(in: year) - summer.clock.offset
    )
  }

  private func day(at seconds: Int) -> CivilDate {
    CivilDate(daysSince1970: floorDivision(seconds + clock(at: seconds).offset, 86_400))
  }

  private func seconds(_ time: Timestamp) -> Int { floorDivision(Int(time.milliseconds), 1000) }
}

extension POSIXTimeZone.Rule {
  /// Returns the time of the change in a year, in seconds since 1970 by the local clock before the change.
  func localSeconds(in year: Int) -> Int {
    let newYear = firstDay(year, 1)
    let isLeap = firstDay(year, 3) - firstDay(year, 2) == 29
    let days: Int
    switch day {
    case .julian(let number): days = newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .ordinal(let number): days = newYear + number
    case .weekday(let month, let week, let weekday):
      let first = firstDay(year, month)
      let length = (month == 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1)) - first
      // ISO counts Sunday as 7, POSIX as 0.
      let ahead = (weekday - CivilDate(daysSince1970: first).weekday % 7 + 7) % 7
      var inMonth = ahead + (week - 1) * 7
      if inMonth >= length { inMonth -= 7 }
      days = first + inMonth
    }
    return days * 86_400 + time
  }

  private func firstDay(_ year: Int, _ month: Int) -> Int {
    // Loans never reach years outside the calendar.
    CivilDate(year: min(max(year, 0), 9999), month: month, day: 1)?.daysSince1970 ?? 0
  }
}

private func floorDivision(_ number: Int, _ divisor: Int) -> Int {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}
