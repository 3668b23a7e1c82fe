package import Deadwax

/// An entry of a stock-take with the texts that people read.
package struct StockTakeEntryView: Hashable, Sendable {
  package var entry: StockTakeEntry
  /// The number of the copy.
  package var number: Int?
  /// The title and the artist: those of the start for an expected copy, also if it was removed since.
  package var title: String?
  package var artist: String?
  package var shelfMark: String?
  /// The place where it belongs now; for a removed copy, where it belonged at the start.
  package var placeName: String?
  package var slotNumber: Int?
  /// The name of the place in which it was scanned; nil if the station counted the whole scope.
  package var seenIn: String?
  /// The code for printed lists; nil without a copy. A stock-take refuses it.
  package var listCode: OwnCode?
}
