/// A fact about a play that a report can have in a column. The raw value is its name in the files of the forms.
package enum PlayField: String, CaseIterable, Codable, Sendable {
  /// The day of the start, such as `2026-11-28`, and in the form `28.11.2026`.
  case date
  case europeanDate = "european-date"
  /// The time of the start in the time zone of the library, such as `20:15:00`.
  case time
  /// The time of the end; empty if it is not known.
  case end
  case title, artist, composer, album
  case albumArtist = "album-artist"
  case label
  case catalogNumber = "catalog-number"
  case labelCode = "label-code"
  case isrc, barcode, year, country, medium, position
  /// The length of the recording, such as `0:05:12`, and in seconds.
  case duration, seconds
  /// The number of plays, which is 1 unless the report sums up.
  case plays
  case station
}
