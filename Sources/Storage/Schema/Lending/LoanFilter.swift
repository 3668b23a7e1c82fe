package import Deadwax

/// The selection of loans in a list.
package struct LoanFilter: Hashable, Sendable {
  /// The raw values are part of web addresses and never change.
  package enum State: String, CaseIterable, Sendable {
    case open, overdue
    case dueSoon = "due-soon"
    case returned
  }

  package var state: State
  package var borrower: Borrower.ID?
  package var copy: Copy.ID?
  /// The exclusive upper bound of the due time, for `dueSoon`.
  package var dueBefore: Timestamp?

  package init(
    _ state: State, borrower: Borrower.ID? = nil, copy: Copy.ID? = nil, dueBefore: Timestamp? = nil
  ) {
    self.state = state
    self.borrower = borrower
    self.copy = copy
    self.dueBefore = dueBefore
  }

  /// Returns the cursor of a page that ends with a loan.
  package func cursor(after loan: Loan) -> ListCursor {
    ListCursor(state == .returned ? loan.returnedAt ?? loan.openedAt : loan.dueAt, loan.id)
  }
}

extension LoanFilter {
  func conditions(now: Timestamp, after cursor: ListCursor?) -> ListConditions {
    var list = ListConditions(state == .returned ? "l.returned_at IS NOT NULL" : "l.returned_at IS NULL")
    list.add("l.borrower_id = ?", ifGiven: borrower)
    list.add("l.copy_id = ?", ifGiven: copy)
    switch state {
    case .open: break
    case .overdue: list.add("l.due_at < ?", now)
    case .dueSoon:
      list.add("l.due_at >= ?", now)
      list.add("l.due_at < ?", ifGiven: dueBefore)
    case .returned:
      list.add("(l.returned_at, l.id) < (?, ?)", after: cursor)
      return list
    }
    list.add("(l.due_at, l.id) > (?, ?)", after: cursor)
    return list
  }
}
