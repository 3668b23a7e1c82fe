package import Deadwax

/// The selection of loans in a list.
package struct LoanFilter: Hashable, Sendable {
  /// The raw values are part of web addresses and never change.
  package enum State: String, CaseIterable, Sendable {
    case all, open, overdue
    case dueSoon = "due-soon"
    case returned
  }

  package var state: State
  package var borrower: Borrower.ID?
  package var copy: Copy.ID?
  /// The exclusive upper bound of the due time, for `dueSoon`.
  package var dueBefore: Timestamp?
  /// The time at which the list begins, in its order; nil for the first loan.
  package var from: Timestamp?

  package init(
    _ state: State, borrower: Borrower.ID? = nil, copy: Copy.ID? = nil, dueBefore: Timestamp? = nil,
    from: Timestamp? = nil
  ) {
    self.state = state
    self.borrower = borrower
    self.copy = copy
    self.dueBefore = dueBefore
    self.from = from
  }

  /// Returns the cursor of a page that ends with a loan.
  package func cursor(after loan: Loan) -> ListCursor {
    switch state {
    case .all: ListCursor(loan.openedAt, loan.id)
    case .open, .overdue, .dueSoon: ListCursor(loan.dueAt, loan.id)
    case .returned: ListCursor(loan.returnedAt ?? loan.openedAt, loan.id)
    }
  }
}

extension LoanFilter {
  /// The order of the list. Ids increase with the time at which a loan was stored.
  var order: String {
    switch state {
    case .all: "l.id DESC"
    case .open, .overdue, .dueSoon: "l.due_at, l.id"
    case .returned: "l.returned_at DESC, l.id DESC"
    }
  }

  func conditions(now: Timestamp, after cursor: ListCursor?) -> ListConditions {
    var list = ListConditions()
    switch state {
    case .all: break
    case .open, .overdue, .dueSoon: list.add("l.returned_at IS NULL")
    case .returned: list.add("l.returned_at IS NOT NULL")
    }
    list.add("l.borrower_id = ?", ifGiven: borrower)
    list.add("l.copy_id = ?", ifGiven: copy)
    switch state {
    case .all:
      list.add("l.opened_at <= ?", ifGiven: from)
      list.add("l.id < ?", ifGiven: cursor?.id)
      return list
    case .open: break
    case .overdue: list.add("l.due_at < ?", now)
    case .dueSoon:
      list.add("l.due_at >= ?", now)
      list.add("l.due_at < ?", ifGiven: dueBefore)
    case .returned:
      list.add("l.returned_at <= ?", ifGiven: from)
      list.add("(l.returned_at, l.id) < (?, ?)", after: cursor)
      return list
    }
    list.add("l.due_at >= ?", ifGiven: from)
    list.add("(l.due_at, l.id) > (?, ?)", after: cursor)
    return list
  }
}
