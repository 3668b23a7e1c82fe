internal import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// The numbers for a screen on the wall. They name no borrower.
package struct Wall: Sendable {
  let room: StaffContext

  /// The number of scans, the newest first, among which the last one of a release is looked for.
  private static let scans = 200

  /// Returns the numbers as of now, all from one read transaction.
  ///
  /// - Throws: a `StorageError`.
  package func numbers() throws -> WallView {
    try room.database.read { reading in
      let last = try reading.lastScannedRelease(among: Self.scans)
      return WallView(
        releases: try reading.releasesInLibrary(), copies: try reading.copiesInLibrary(),
        onLoan: try reading.openLoans(), overdue: try reading.overdueLoans(),
        lastScan: try last.flatMap { last in
          try reading.release(last.release).map { WallView.LastScan(release: $0, at: last.at) }
        })
    }
  }

  /// Returns true if the numbers are for all who reach the hub, without a token.
  ///
  /// - Throws: a `StorageError`.
  package func isOpen() throws -> Bool {
    try room.database.read { try room.library(in: $0) }.privacy.isWallOpen
  }
}
