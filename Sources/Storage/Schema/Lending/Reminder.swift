package import Deadwax

/// A notice to one borrower about one loan or hold. Only the process that claimed it may send it.
package struct Reminder: Hashable, Sendable {
  package typealias ID = Identifier<Reminder>
  package typealias Kind = NoticeKind

  package var id: ID
  package var kind: Kind
  package var way: NoticeWay
  package var borrower: Borrower.ID
  package var loan: Loan.ID?
  package var hold: Hold.ID?
  /// The due time of the loan, or the last moment of the hold.
  package var dueAt: Timestamp
  /// The number of attempts to send it so far.
  package var attempts: Int
}
