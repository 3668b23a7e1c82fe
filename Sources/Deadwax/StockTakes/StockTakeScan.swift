/// A scan that a stock-take counts. It never belongs to a card.
package struct StockTakeScan: Hashable, Codable, Sendable {
  /// The id of the reading. A scan that arrives twice is stored once.
  package var id: Reading.ID
  /// The time of the scan by the clock of its reader.
  package var at: Timestamp
  package var station: Station.Name
  /// The person or program that reported it; nil for the station itself.
  package var by: String?
  package var subject: Subject
  /// The place that the station counted at that moment; nil if it counted the whole scope.
  package var place: Place.ID?
  /// The text of a code that belongs to nothing or is from a printed list, and may be shown.
  package var text: String?

  package init(
    id: Reading.ID, at: Timestamp, station: Station.Name, by: String?, subject: Subject, place: Place.ID?, text: String?
  ) {
    self.id = id
    self.at = at
    self.station = station
    self.by = by
    self.subject = subject
    self.place = place
    self.text = text
  }

  /// The record that the code belongs to.
  package enum Subject: Hashable, Codable, Sendable {
    case copy(Copy.ID)
    /// A trade barcode: it stands for one of the copies of its release.
    case release(Release.ID)
    /// The place that the station counts from now on.
    case place(Place.ID)
    case unknown
    /// A code of a printed list, which is no evidence that the copy was there.
    case listed
  }

  /// True if the scan precedes another one.
  package static func precedes(_ one: StockTakeScan, _ other: StockTakeScan) -> Bool {
    (one.at, one.id) < (other.at, other.id)
  }
}
