package import Catalogue
package import Deadwax

/// Lending by staff, without a desk: by the same rules, with staff's way past them.
package struct Loans: Sendable {
  let room: CounterRoom

  /// A thing or a person, by its id or by a code that names it.
  package enum Named<Subject>: Hashable, Sendable {
    case id(Identifier<Subject>)
    case code(String)
  }

  package struct CheckOut: Hashable, Sendable {
    package var copy: Named<Copy>
    package var borrower: Named<Borrower>
    /// Nil for what the rules say.
    package var dueAt: Timestamp?
    /// The text of the question that is said yes to.
    package var confirmation: String?
    /// Why it is done though a rule stands against it; kept with the change.
    package var override: String?

    package init(
      copy: Named<Copy>, borrower: Named<Borrower>, dueAt: Timestamp? = nil, confirmation: String? = nil,
      override: String? = nil
    ) {
      self.copy = copy
      self.borrower = borrower
      self.dueAt = dueAt
      self.confirmation = confirmation
      self.override = override
    }
  }

  /// Lends a copy.
  ///
  /// - Parameters:
  ///   - order: what and to whom.
  ///   - id: for the new loan; one is made when none is given.
  ///   - by: who does it.
  /// - Throws: `CounterRefusal` with all reasons, and with a confirmation when a yes is all that is missing;
  ///   `CounterError` for what is not there, or a due time that is not after now.
  package func checkOut(_ order: CheckOut, id: Loan.ID? = nil, by: String?) throws -> LoanView {
    throw CounterError.notYet
  }

  package struct CheckIn: Hashable, Sendable {
    package var copy: Named<Copy>
    /// When it came back, not after now; nil for now.
    package var returnedAt: Timestamp?
    /// How many parts came back; nil for all.
    package var partsBack: Int?

    package init(copy: Named<Copy>, returnedAt: Timestamp? = nil, partsBack: Int? = nil) {
      self.copy = copy
      self.returnedAt = returnedAt
      self.partsBack = partsBack
    }
  }

  /// Takes a copy back.
  ///
  /// - Throws: `CounterRefusal` (`not-on-loan`, or `parts-missing` where the loan stays open until all is back), or
  ///   `CounterError`.
  package func checkIn(_ order: CheckIn, by: String?) throws -> ReturnView { throw CounterError.notYet }

  /// The same by the loan.
  package func checkIn(_ id: Loan.ID, returnedAt: Timestamp?, partsBack: Int?, by: String?) throws -> ReturnView {
    throw CounterError.notYet
  }

  /// - Parameter override: why it is renewed though a rule stands against it.
  /// - Throws: `CounterRefusal` with all reasons, or `CounterError`.
  package func renew(_ id: Loan.ID, override: String? = nil, by: String?) throws -> LoanView {
    throw CounterError.notYet
  }

  /// What came of renewing all that somebody has.
  package struct Renewals: Hashable, Sendable {
    package var renewed: [LoanView]
    package var unrenewed: [Unrenewed]

    package init(renewed: [LoanView], unrenewed: [Unrenewed]) {
      self.renewed = renewed
      self.unrenewed = unrenewed
    }
  }

  package struct Unrenewed: Hashable, Sendable {
    package var loan: LoanView
    /// All of them, the weightiest first.
    package var reasons: [Outcome.Code]

    package init(loan: LoanView, reasons: [Outcome.Code]) {
      self.loan = loan
      self.reasons = reasons
    }
  }

  /// Renews every open loan of somebody that can be renewed; all of it is one change.
  ///
  /// - Throws: `CounterError.noSuchBorrower`.
  package func renewAll(of borrower: Borrower.ID, by: String?) throws -> Renewals { throw CounterError.notYet }

  /// Notes that the borrower says it was given back.
  ///
  /// - Throws: `CounterError.noSuchLoan` or `.isOver`.
  package func claimReturned(_ id: Loan.ID, by: String?) throws -> LoanView { throw CounterError.notYet }

  /// Gives a copy up that the borrower has lost: the loan ends, the copy is lost, and where fees are on its price may be
  /// charged.
  ///
  /// - Parameters:
  ///   - id: of an open loan.
  ///   - fee: in minor units; nil for none.
  ///   - by: who does it.
  /// - Throws: `CounterError.noSuchLoan`, `.isOver`, or `.switchedOff` for a fee where fees are off.
  package func markLost(_ id: Loan.ID, fee: Int?, by: String?) throws -> LoanView { throw CounterError.notYet }

  /// The copy of a loan is there again: it is available, and an unpaid fee for its loss is let off.
  ///
  /// - Throws: `CounterError.noSuchLoan`; `CounterRefusal(.alreadyThere)` when the copy was not lost.
  package func markFound(_ id: Loan.ID, by: String?) throws -> LoanView { throw CounterError.notYet }

  package enum Listed: String, CaseIterable, Sendable {
    case open, overdue
    case dueSoon = "due-soon"
    case returned
  }

  /// Open loans by their due time, those that are over by their return, the newest first.
  ///
  /// - Throws: `CounterError.badCursor`.
  package func list(
    _ state: Listed, borrower: Borrower.ID? = nil, copy: Copy.ID? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<LoanView> {
    throw CounterError.notYet
  }

  /// - Throws: `CounterError.noSuchLoan`.
  package func view(_ id: Loan.ID) throws -> LoanView { throw CounterError.notYet }
}

/// A loan with what it is about, as it is now.
package struct LoanView: Hashable, Sendable {
  package var loan: Loan
  package var copy: Copy
  package var release: Release
  /// Nil for a loan that was made anonymous.
  package var borrower: Borrower?
  package var overdueDays: Int

  package init(loan: Loan, copy: Copy, release: Release, borrower: Borrower?, overdueDays: Int = 0) {
    self.loan = loan
    self.copy = copy
    self.release = release
    self.borrower = borrower
    self.overdueDays = overdueDays
  }
}

/// What a return came to, and where the copy goes now.
package struct ReturnView: Hashable, Sendable {
  /// `returned` or `returned-overdue`, or `not-on-loan` and `in-house` for what was not out.
  package var code: Outcome.Code
  package var notes: [Outcome.Code]
  package var copy: Copy
  package var release: Release
  package var loan: LoanView?
  /// The hold that it lies ready for now.
  package var hold: HoldView?
  package var fee: Fee?
  package var overdueDays: Int

  package init(
    code: Outcome.Code, notes: [Outcome.Code] = [], copy: Copy, release: Release, loan: LoanView? = nil,
    hold: HoldView? = nil, fee: Fee? = nil, overdueDays: Int = 0
  ) {
    self.code = code
    self.notes = notes
    self.copy = copy
    self.release = release
    self.loan = loan
    self.hold = hold
    self.fee = fee
    self.overdueDays = overdueDays
  }
}
