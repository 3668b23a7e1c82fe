package import Deadwax

/// A notice of the log: its result, without its text and the address.
package struct NoticeResource: Codable, Sendable {
  package var id: String
  package var kind: NoticeKind
  package var way: NoticeWay
  package var state: NoticeState
  /// The borrower; omitted after anonymisation.
  package var borrower: BorrowerSummary?
  package var release: ReleaseSummary?
  /// The loan that it is about.
  package var loan: Loan.ID?
  /// The hold that it is about.
  package var hold: Hold.ID?
  /// The due time of the loan, or the last moment of the hold.
  package var dueAt: RFC3339Time
  /// The time at which it was begun.
  package var createdAt: RFC3339Time
  package var sentAt: RFC3339Time?
  /// The number of attempts so far.
  package var attempts: Int
  /// The reason that it was refused, or that its result is unknown.
  package var reason: String?

  /// Creates the resource with what every notice has; a function sets the optional members.
  package init(
    id: String, kind: NoticeKind, way: NoticeWay, state: NoticeState, dueAt: Timestamp, createdAt: Timestamp,
    attempts: Int, _ set: (inout NoticeResource) -> Void
  ) {
    self.id = id
    self.kind = kind
    self.way = way
    self.state = state
    self.dueAt = RFC3339Time(dueAt)
    self.createdAt = RFC3339Time(createdAt)
    self.attempts = attempts
    set(&self)
  }
}
