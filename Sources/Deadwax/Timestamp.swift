internal import Glibc

/// A point in time, in whole milliseconds since 1970-01-01 UTC. Stored as that number, displayed as RFC 3339.
package struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Reads the wall clock. Domain and application receive the time as a value; only the outermost layer reads the
  /// clock.
  package static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  package static func + (time: Timestamp, duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    return Timestamp(milliseconds: time.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  package static func - (left: Timestamp, right: Timestamp) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }

  /// The time as RFC 3339 in UTC with milliseconds, such as `2026-11-20T09:05:20.000Z`.
  package var description: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// Passes the bytes of `description`, for callers that write many timestamps.
  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var (day, inDay) = Int(milliseconds).quotientAndRemainder(dividingBy: 86_400_000)
    if inDay < 0 { (day, inDay) = (day - 1, inDay + 86_400_000) }
    let date = CivilDate(daysSince1970: day)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { bytes in
      var end = 0
      func put(_ byte: UInt8) {
        bytes.initializeElement(at: end, to: byte)
        end += 1
      }
      func put(_ number: Int, width: Int, _ after: UInt8) {
        guard number >= 0, number < 10_000 else {
          for byte in String(number).utf8 { put(byte) }
          return put(after)
        }
        if width > 3 { put(UInt8(0x30 + number / 1000)) }
        if width > 2 { put(UInt8(0x30 + number / 100 % 10)) }
        put(UInt8(0x30 + number / 10 % 10))
        put(UInt8(0x30 + number % 10))
        put(after)
      }
      put(date.year, width: 4, UInt8(ascii: "-"))
      put(date.month, width: 2, UInt8(ascii: "-"))
      put(date.day, width: 2, UInt8(ascii: "T"))
      put(inDay / 3_600_000, width: 2, UInt8(ascii: ":"))
      put(inDay / 60_000 % 60, width: 2, UInt8(ascii: ":"))
      put(inDay / 1000 % 60, width: 2, UInt8(ascii: "."))
      put(inDay % 1000, width: 3, UInt8(ascii: "Z"))
      return body(UnsafeBufferPointer(rebasing: bytes[..<end]))
    }
  }

  /// Parses RFC 3339 with `Z` or an offset, and any number of fractional digits of a second.
  package init?(_ text: String) {
    var scanner = Digits(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2), scanner.skip(":"),
      let second = scanner.number(2), let date = CivilDate(year: year, month: month, day: day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    var fraction = 0
    if scanner.skip(".") {
      guard let first = scanner.number(1) else { return nil }
      fraction = first * 100
      if let second = scanner.number(1) { fraction += second * 10 }
      if let third = scanner.number(1) { fraction += third }
      while scanner.number(1) != nil {}
    }
    var offset = 0
    if scanner.skip("+") || scanner.skip("-") {
      let sign = scanner.previous == "-" ? -1 : 1
      guard let hours = scanner.number(2), scanner.skip(":"), let minutes = scanner.number(2), hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 60 + minutes)
    } else if !(scanner.skip("Z") || scanner.skip("z")) {
      return nil
    }
    guard scanner.isAtEnd else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    milliseconds = Int64(seconds) * 1000 + Int64(fraction)
  }
}

/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates a date; nil if the calendar has no such day. Years 0 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    guard day <= length else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date of a day number. The count uses eras of 400 years from 1 March 0000, so that leap days fall at
  /// the end of a year.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }

  package var description: String { "\(pad(year, 4))-\(pad(month))-\(pad(day))" }
}

private func pad(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads fixed-width numbers off the front of a text.
private struct Digits {
  private var rest: Substring
  private(set) var previous: Character = " "

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(_ width: Int) -> Int? {
    let part = rest.prefix(width)
    guard part.utf8.count == width, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(width)
    return Int(part)
  }

  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    previous = rest.removeFirst()
    return true
  }
}

extension Timestamp: Codable {
  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
