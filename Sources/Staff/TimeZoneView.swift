internal import Deadwax
internal import Lending

/// A time zone as people can check it.
package struct TimeZoneView: Hashable, Sendable {
  /// The rule in the POSIX form, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  package var rule: String
  /// The abbreviation of the present local time, such as `CEST`.
  package var abbreviation: String
  /// The present distance from UTC in the form of ISO 8601, such as `+02:00`.
  package var offset: String

  init(_ zone: POSIXTimeZone, at now: Timestamp) {
    rule = zone.description
    abbreviation = zone.abbreviation(at: now)
    let seconds = zone.offset(at: now)
    let parts = [abs(seconds) / 3600, abs(seconds) / 60 % 60, abs(seconds) % 60]
    let digits = parts.map { ($0 < 10 ? "0" : "") + String($0) }
    offset = (seconds < 0 ? "-" : "+") + digits.prefix(parts[2] == 0 ? 2 : 3).joined(separator: ":")
  }
}
