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
