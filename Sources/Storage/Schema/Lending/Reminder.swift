package import Deadwax

/// A message to one borrower. Only the process that claimed it may send it.
package struct Reminder: Hashable, Sendable {
  package typealias ID = Identifier<Reminder>

  /// The kind of reminder. The raw value is stored in the database.
  package enum Kind: String, CaseIterable, Sendable {
    case dueSoon = "due-soon"
    case overdue
    case holdReady = "hold-ready"
  }

  package var id: ID
  package var kind: Kind
  package var borrower: Borrower.ID
  package var loan: Loan.ID?
  package var hold: Hold.ID?
  /// The due time of the loan, or the last time at which the hold is ready for pick-up.
  package var dueAt: Timestamp
  /// The number of attempts to send it so far.
  package var attempts: Int
}
