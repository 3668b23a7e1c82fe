package import Deadwax

/// The lending rules of the library and of one station. They decide whether a transaction is possible, its due time and
/// its fees.
///
/// Every result is computed from the arguments; the rules have no state and read no clock.
package struct LoanRules: Hashable, Sendable {
  package let library: LibraryPolicy
  package let station: StationPolicy
  /// The time zone in which the library's days begin and end.
  package let zone: POSIXTimeZone

  package init(library: LibraryPolicy, station: StationPolicy) {
    self.library = library
    self.station = station
    zone = library.due.calendar.zone
  }

  /// Returns the maximum number of open loans of a borrower: the borrower's own limit, else the group's, else the
  /// library's.
  package func loanLimit(of borrower: Borrower) -> Int {
    borrower.loanLimit ?? library.limits.loansByGroup[borrower.group] ?? library.limits.loans
  }

  /// Returns true if a text has the form of a borrower's external card, such as a school's.
  package func looksLikeCard(_ text: String) -> Bool {
    library.cards.patterns.contains { CardPattern(trusted: $0).matches(text) }
  }

  /// Returns true if library staff are responsible for the transaction. That is so at a station without self-service,
  /// and everywhere if staff requested it or a staff card has opened the station.
  package func isAttended(isStaff: Bool) -> Bool { isStaff || !station.isSelfService }

  /// The versions of the rows that an assessment depends on, always in the same order.
  static func versions(copy: Copy, borrower: Borrower?, holds: [Hold]) -> [String] {
    var versions = ["copy:\(copy.id)@\(copy.version)"]
    if let loan = copy.openLoan { versions.append("loan:\(loan.id)@\(loan.version)") }
    if let borrower { versions.append("borrower:\(borrower.id)@\(borrower.version)") }
    return versions + holds.sorted { $0.id < $1.id }.map { "hold:\($0.id)@\($0.version)" }
  }
}

extension Copy {
  /// The open loan of the copy; nil if it is not on loan.
  var openLoan: Loan? {
    guard let loan, loan.isOpen else { return nil }
    return loan
  }
}
