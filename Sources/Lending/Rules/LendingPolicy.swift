internal import Deadwax

/// The policies that apply to a transaction: the library's and the station's, with the time zone. A plan decides each
/// transaction by them: `CheckoutPlan`, `CheckinPlan`, `RenewalPlan`, `Trap`.
///
/// Every result is computed from the arguments; the policies have no state and read no clock.
package struct LendingPolicy: Hashable, Sendable {
  package let library: LibraryPolicy
  package let station: StationPolicy
  /// The time zone in which the library's days begin and end.
  package let zone: POSIXTimeZone

  package init(library: LibraryPolicy, station: StationPolicy) {
    self.library = library
    self.station = station
    zone = library.due.calendar.zone
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
