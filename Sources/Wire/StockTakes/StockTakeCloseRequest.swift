/// The close of a stock-take.
package struct StockTakeCloseRequest: Codable, Sendable {
  /// True to close it although scans of stations may not have arrived.
  package var isForced: Bool?

  package init(isForced: Bool?) { self.isForced = isForced }
}
