package import Deadwax

/// The numbers for a screen on the wall. They name no borrower.
package struct WallResource: Codable, Sendable {
  package var releases: Int
  /// The number of copies, without the lost and the withdrawn ones.
  package var copies: Int
  package var onLoan: Int
  package var overdue: Int
  /// The newest scan of a release; omitted if none of the last scans found one.
  package var lastScan: LastScan?

  package init(releases: Int, copies: Int, onLoan: Int, overdue: Int, lastScan: LastScan?) {
    self.releases = releases
    self.copies = copies
    self.onLoan = onLoan
    self.overdue = overdue
    self.lastScan = lastScan
  }

  /// A release and the time at which it was scanned.
  package struct LastScan: Codable, Sendable {
    package var title: String
    package var artist: String?
    package var medium: Medium
    package var at: RFC3339Time

    package init(_ release: Release, at: Timestamp) {
      title = release.title
      artist = release.artist.isEmpty ? nil : release.artist
      medium = release.medium
      self.at = RFC3339Time(at)
    }
  }
}
