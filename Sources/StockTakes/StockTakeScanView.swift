package import Deadwax

/// A scan of a stock-take with the class of what it counts for.
package struct StockTakeScanView: Hashable, Sendable {
  package var scan: StockTakeScan
  package var receivedAt: Timestamp
  /// The class; nil for a repetition and for a place.
  package var `class`: StockTakeClass?
  package var isAgain: Bool
  package var title: String?
  package var artist: String?
  package var number: Int?
  /// The name of the place that was scanned, or that the station counted.
  package var placeName: String?
}
