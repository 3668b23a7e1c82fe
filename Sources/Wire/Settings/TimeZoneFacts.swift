/// The facts about the library's time zone, by which people can check it. Only `calendar.time-zone` has them; its
/// value is the name.
package struct TimeZoneFacts: Codable, Sendable {
  /// The stored rule in the POSIX form (IEEE 1003.1, TZ), by which days begin and end.
  package var rule: String
  /// The abbreviation of the local time at the time of the response.
  package var abbreviation: String
  /// The distance from UTC at the time of the response (ISO 8601).
  package var offset: String

  package init(rule: String, abbreviation: String, offset: String) {
    self.rule = rule
    self.abbreviation = abbreviation
    self.offset = offset
  }
}
