package import Deadwax
package import Lending
internal import Storage

extension Loans {
  /// What would become of a loan, were it asked for now.
  package struct Foreseen: Hashable, Sendable {
    /// All that stands against it, and all that is to be known.
    package var assessment: Assessment
    /// When it would be due.
    package var dueAt: Timestamp
    /// The text of the question, for a yes; nil where nothing is to be asked.
    package var confirmation: String?
  }

  /// Asks the rules about a loan, and changes nothing.
  ///
  /// - Parameters:
  ///   - copy: what.
  ///   - borrower: to whom.
  /// - Returns: the same that `checkOut` would find at this moment.
  /// - Throws: `CounterError` for what is not there.
  package func foresee(_ copy: Named<Copy>, to borrower: Named<Borrower>) throws -> Foreseen {
    let isClockRight = room.isClockRight()
    return try room.database.read { [room] reading in
      let now = Timestamp.now()
      let house = try room.house(in: reading)
      let rules = LoanRules(house: house)
      let copy = try reading.copy(copy)
      let borrower = try reading.borrower(borrower)
      let holds = try reading.holds(fulfilledBy: copy.id, of: copy.release)
      let found = rules.checkout(
        copy, to: borrower, holds: holds, isStaff: true, isClockRight: isClockRight, isAlone: true, now: now)
      let asked = Confirming(
        .checkout, scan: .nobody, copy: copy.id, borrower: borrower.id, reasons: found.reasons,
        needsStaff: !found.blockers.isEmpty, versions: found.versions)
      let canBeSaid = found.isOverridable && !found.confirms.isEmpty && !found.confirms.contains(.renewOffer)
      return Foreseen(
        assessment: found, dueAt: rules.due(for: copy, group: borrower.group, at: now),
        confirmation: canBeSaid ? room.text(of: asked, house: house, at: now) : nil)
    }
  }
}
