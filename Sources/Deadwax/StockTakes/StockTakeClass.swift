/// The class of a copy or a code in a stock-take. The raw value is the name in the API and in the database.
package enum StockTakeClass: String, CaseIterable, Codable, Sendable {
  // Expected.
  case found
  /// Found by a trade barcode: as many were scanned as copies were left.
  case foundByRelease = "found-by-release"
  /// Seen by a person, not scanned.
  case ticked
  case notScanned = "not-scanned"
  /// Trade barcodes were scanned for some of the copies of the release; it is unknown for which.
  case uncertain
  /// Missing already at the start, and again not scanned.
  case missingAgain = "missing-again"
  // No longer expected, because the records changed.
  case onLoan = "on-loan"
  case moved
  /// Returned, or found elsewhere, since the start. It may not have been on the shelf when that was counted.
  case cameBack = "came-back"
  /// Lost or withdrawn.
  case gone
  /// Removed from the library.
  case removed
  // Not expected, and scanned.
  /// It belongs there since a change after the start.
  case arrived
  case misplaced
  case unexpectedLoan = "unexpected-on-loan"
  /// It is missing, lost or withdrawn in the records.
  case unexpectedGone = "unexpected-gone"
  /// It is no part of a stock-take of a query.
  case outside
  case unknown
  case printedList = "printed-list"

  /// True if the copy was there.
  package var isSeen: Bool {
    switch self {
    case .found, .foundByRelease, .ticked, .arrived, .misplaced, .unexpectedLoan, .unexpectedGone, .outside: true
    case .notScanned, .uncertain, .missingAgain, .onLoan, .moved, .cameBack, .gone, .removed, .unknown, .printedList:
      false
    }
  }

  /// True if a person should look at it.
  package var isException: Bool {
    switch self {
    case .misplaced, .unexpectedLoan, .unexpectedGone, .outside, .unknown, .printedList, .uncertain, .missingAgain: true
    case .found, .foundByRelease, .ticked, .notScanned, .onLoan, .moved, .cameBack, .gone, .removed, .arrived: false
    }
  }
}
