/// A copy that a person saw without a scan.
package struct StockTakeTick: Hashable, Sendable {
  package var copy: Copy.ID
  package var at: Timestamp
  package var by: String?

  package init(copy: Copy.ID, at: Timestamp, by: String?) {
    self.copy = copy
    self.at = at
    self.by = by
  }
}
