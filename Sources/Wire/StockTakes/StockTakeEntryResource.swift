package import Deadwax

/// An entry of a stock-take: an expected copy, or something that was scanned and not expected.
package struct StockTakeEntryResource: Codable, Sendable {
  package var `class`: StockTakeClass
  package var copy: Copy.ID?
  /// The number of the copy.
  package var number: Int?
  package var release: Release.ID?
  /// The title and the artist: those of the start for an expected copy, also if it was removed since.
  package var title: String?
  package var artist: String?
  package var shelfMark: String?
  /// The name of the place where it belongs.
  package var place: String?
  package var slot: Int?
  /// The name of the place in which it was scanned.
  package var seenIn: String?
  /// The time of its last scan.
  package var scannedAt: RFC3339Time?
  package var station: Station.Name?
  package var by: String?
  /// The number of scans that repeated earlier ones; omitted for 0.
  package var again: Int?
  /// The text of a code that belongs to nothing or is from a printed list.
  package var text: String?
  /// The code for printed lists, which a stock-take refuses.
  package var listCode: String?

  package init(
    _ entry: StockTakeEntry, number: Int?, title: String?, artist: String?, shelfMark: String?, place: String?,
    slot: Int?, seenIn: String?, listCode: OwnCode?
  ) {
    `class` = entry.class
    copy = entry.copy
    self.number = number
    release = entry.release
    self.title = title
    self.artist = artist
    self.shelfMark = shelfMark
    self.place = place
    self.slot = slot
    self.seenIn = seenIn
    scannedAt = RFC3339Time(entry.last?.at)
    station = entry.last?.station
    by = entry.last?.by
    again = entry.again == 0 ? nil : entry.again
    text = entry.text
    self.listCode = listCode?.description
  }
}
