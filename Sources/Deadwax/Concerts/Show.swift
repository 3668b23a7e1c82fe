/// One concert: a band on one day at one place. A copy of the library may have a recording of it.
package struct Show: Hashable, Sendable {
  /// `{date}-{venue}-{city}-{state}-{country}` in lower case, with hyphens.
  package var id: String
  /// The day as `1977-05-08`.
  package var date: String
  package var band: String
  package var url: String?
  package var venue: String
  package var city: String?
  package var state: String?
  package var country: String
  package var locationRaw: String?
  package var setlistStatus: String?
  /// The sets as JSON; `ShowSet` reads them.
  package var setlistRaw: String?
  /// The titles of all songs, in their order.
  package var songs: [String]
  package var lineupStatus: String?
  /// The musicians as JSON.
  package var lineupRaw: String?
  package var members: [String]
  /// 1 for the first show of the band on this day.
  package var sequence: Int
  /// The identifiers of its recordings, as JSON.
  package var recordingsRaw: String?
  package var recordingCount: Int
  package var bestRecording: String?
  /// The average rating of its recordings, 0 to 5.
  package var rating: Double?
  package var reviews: Int
  /// The time at which it was put into the library; nil if it is not there.
  package var libraryAddedAt: Timestamp?

  package init(id: String, date: String, band: String, venue: String) {
    (self.id, self.date, self.band, self.venue) = (id, date, band, venue)
    (songs, members, sequence, recordingCount, reviews, country) = ([], [], 1, 0, 0, "USA")
  }

  /// The year, such as 1977; 0 for a date that is not valid.
  package var year: Int { Int(date.prefix(4)) ?? 0 }

  /// The month, 1 to 12; 0 for a date that is not valid.
  package var month: Int { Int(date.dropFirst(5).prefix(2)) ?? 0 }

  /// The date, the venue and the place on one line, such as `1977-05-08 Barton Hall, Ithaca, NY`.
  package var line: String { "\(date) \(([venue] + [city, state].compactMap(\.self)).joined(separator: ", "))" }
}
