package import Deadwax

/// A scan of a stock-take.
package struct StockTakeScanResource: Codable, Sendable {
  package var id: Reading.ID
  package var at: RFC3339Time
  package var receivedAt: RFC3339Time
  package var station: Station.Name
  package var by: String?
  /// The class of what it counts for; absent for a repetition and for the code of a place.
  package var `class`: StockTakeClass?
  /// True if it was counted before; omitted otherwise.
  package var isAgain: Bool?
  package var title: String?
  package var artist: String?
  /// The number of the copy.
  package var number: Int?
  /// The name of the place that was scanned, or that the station counted.
  package var place: String?
  package var text: String?

  package init(
    _ scan: StockTakeScan, receivedAt: Timestamp, class: StockTakeClass?, isAgain: Bool, title: String?,
    artist: String?, number: Int?, place: String?
  ) {
    id = scan.id
    at = RFC3339Time(scan.at)
    self.receivedAt = RFC3339Time(receivedAt)
    station = scan.station
    by = scan.by
    self.class = `class`
    self.isAgain = isAgain ? true : nil
    self.title = title
    self.artist = artist
    self.number = number
    self.place = place
    text = scan.text
  }
}
