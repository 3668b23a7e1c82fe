package import Deadwax

/// What the house and one of its desks decided about lending, as questions that can be asked: whether, until when, and
/// for how much.
///
/// Everything is computed from what is given; nothing is remembered, and no clock is read.
package struct LoanRules: Hashable, Sendable {
  package let house: HousePolicy
  package let station: StationPolicy
  /// Where the days of the house begin and end.
  package let zone: POSIXTimeZone

  /// A time zone of the calendar that cannot be read counts as UTC; `Setting` does not let one in.
  package init(house: HousePolicy = HousePolicy(), station: StationPolicy = StationPolicy()) {
    self.house = house
    self.station = station
    zone = house.due.calendar.zone
  }

  /// How many loans a borrower may have at once: the borrower's own limit, else the group's, else the house's.
  package func loanLimit(of borrower: Borrower) -> Int {
    borrower.loanLimit ?? house.limits.loansByGroup[borrower.group] ?? house.limits.loans
  }

  /// Whether a text has the form of a borrower's card of elsewhere, as a school's.
  package func looksLikeCard(_ text: String) -> Bool {
    house.cards.patterns.contains { CardPattern(trusted: $0).matches(text) }
  }

  /// Whether a person of the house stands behind what is done: at a desk where borrowers do not serve themselves, and
  /// everywhere when staff asked for it, or a card of theirs lies open at the desk.
  package func isAttended(isStaff: Bool) -> Bool { isStaff || !station.isSelfService }

  /// The rows that a judgement rests on, always in the same order.
  static func versions(copy: Copy, borrower: Borrower? = nil, holds: [Hold] = []) -> [String] {
    var versions = ["copy:\(copy.id)@\(copy.version)"]
    if let loan = copy.openLoan { versions.append("loan:\(loan.id)@\(loan.version)") }
    if let borrower { versions.append("borrower:\(borrower.id)@\(borrower.version)") }
    return versions + holds.sorted { $0.id < $1.id }.map { "hold:\($0.id)@\($0.version)" }
  }
}

extension Copy {
  /// The loan it is out with; nil when it is here.
  var openLoan: Loan? {
    guard let loan, loan.isOpen else { return nil }
    return loan
  }
}
