/// The last time at which a stock-take saw a copy, and how it did.
package struct LastSeen: Hashable, Sendable {
  package var at: Timestamp
  package var stockTake: StockTake.ID
  package var how: How

  package enum How: String, CaseIterable, Codable, Sendable {
    case scanned
    /// A trade barcode was scanned, which all copies of the release have.
    case byRelease = "by-release"
    case ticked
  }

  package init(at: Timestamp, stockTake: StockTake.ID, how: How) {
    self.at = at
    self.stockTake = stockTake
    self.how = how
  }
}
