/// The answer of a stock-take to one scan, as a station shows it.
package struct StockTakeAnswer: Hashable, Codable, Sendable {
  package var stockTake: StockTake.ID
  /// The scan to store; nil for one that a stock-take does not count, such as a card.
  package var scan: StockTakeScan?
  /// The class; nil for a place, which the station counts from now on, and for what is not counted.
  package var `class`: StockTakeClass?
  /// True if the copy was counted before.
  package var isAgain: Bool

  package init(stockTake: StockTake.ID, scan: StockTakeScan?, class: StockTakeClass?, isAgain: Bool) {
    self.stockTake = stockTake
    self.scan = scan
    self.class = `class`
    self.isAgain = isAgain
  }
}
