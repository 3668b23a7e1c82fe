/// The present state of a copy, as far as a stock-take needs it.
package struct StockTakePresent: Hashable, Sendable {
  package var copy: Copy.ID
  package var release: Release.ID
  package var status: Copy.Status
  package var place: Place.ID?
  /// The beginning of the open loan; nil if it is not on loan.
  package var lentAt: Timestamp?
  /// True if a loan of it ended since the start of the stock-take.
  package var isReturnedSince: Bool

  package init(
    copy: Copy.ID, release: Release.ID, status: Copy.Status, place: Place.ID?, lentAt: Timestamp?, isReturnedSince: Bool
  ) {
    self.copy = copy
    self.release = release
    self.status = status
    self.place = place
    self.lentAt = lentAt
    self.isReturnedSince = isReturnedSince
  }
}
