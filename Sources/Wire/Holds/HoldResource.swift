package import Deadwax

/// A borrower's place in the queue for a release or a copy.
package struct HoldResource: Codable, Sendable {
  package var id: Hold.ID
  /// `release` if any copy of the release fulfils it, otherwise `copy`.
  package var subject: Subject
  package var release: ReleaseSummary?
  /// The requested copy, or the trapped one.
  package var copy: CopySummary?
  /// The borrower; omitted after anonymisation.
  package var borrower: BorrowerSummary?
  package var state: Hold.State
  /// The position among the waiting holds, from 1; 0 if it no longer waits.
  package var position: Int
  package var readyAt: RFC3339Time?
  /// The time until which the copy is ready for pick-up.
  package var pickUpBy: RFC3339Time?
  /// The time after which the hold is no longer needed.
  package var notAfter: RFC3339Time?
  package var createdAt: RFC3339Time
  package var closedAt: RFC3339Time?
  /// The version, which increases with every change.
  package var version: Int

  package init(_ hold: Hold, release: Release, copy: Copy?, borrower: Borrower?) {
    id = hold.id
    subject = if case .copy = hold.subject { .copy } else { .release }
    self.release = ReleaseSummary(release)
    self.copy = copy.map { CopySummary($0) }
    self.borrower = BorrowerSummary(borrower)
    state = hold.state
    position = hold.position
    readyAt = RFC3339Time(hold.readyAt)
    pickUpBy = RFC3339Time(hold.pickUpBy)
    notAfter = RFC3339Time(hold.notAfter)
    createdAt = RFC3339Time(hold.createdAt)
    closedAt = RFC3339Time(hold.closedAt)
    version = hold.version
  }

  /// The record that the borrower waits for.
  package enum Subject: String, CaseIterable, Codable, Sendable { case release, copy }
}
