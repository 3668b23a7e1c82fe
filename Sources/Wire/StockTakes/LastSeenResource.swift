package import Deadwax

/// The last time at which a stock-take saw a copy, and how it did.
package struct LastSeenResource: Codable, Sendable {
  /// The time; absent if no stock-take has seen the copy.
  package var seenAt: RFC3339Time?
  package var stockTake: StockTake.ID?
  package var how: LastSeen.How?

  package init(_ seen: LastSeen?) {
    seenAt = RFC3339Time(seen?.at)
    stockTake = seen?.stockTake
    how = seen?.how
  }
}
