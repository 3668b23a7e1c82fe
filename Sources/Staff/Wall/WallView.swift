package import Deadwax

/// The numbers for a screen on the wall.
package struct WallView: Sendable {
  /// The number of releases in the library.
  package let releases: Int
  /// The number of copies, without the lost and the withdrawn ones.
  package let copies: Int
  /// The number of open loans.
  package let onLoan: Int
  /// The number of open loans whose due time has passed.
  package let overdue: Int
  /// The newest scan of a release; nil if none of the last scans found one.
  package let lastScan: LastScan?

  /// A release and the time at which it was scanned.
  package struct LastScan: Sendable {
    package let release: Release
    package let at: Timestamp
  }
}
