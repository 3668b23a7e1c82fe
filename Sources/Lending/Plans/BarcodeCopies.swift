package import Deadwax

/// The copies that a barcode of several copies can mean in a transaction. This is the only place that makes this
/// decision; a station prompts for one of several, and an offline entry with several is left to staff.
package enum BarcodeCopies {
  /// Returns the copies that a borrower can take: those not on loan, and of these the available ones, if there are any.
  /// Of several, the one that is ready for this borrower is meant. If every copy is on loan, the borrower's own are left,
  /// to be renewed.
  ///
  /// - Parameters:
  ///   - copies: all copies with the barcode.
  ///   - borrower: the borrower; nil if no card was scanned, or the card belongs to no borrower.
  ///   - isOut: returns true for a copy that is on loan at the time of the check-out.
  ///   - readyFor: returns the borrower for whom a copy is on the pick-up shelf.
  /// - Returns: the copy that is meant, or several; none if all are on loan to other borrowers.
  package static func toCheckOut(
    _ copies: [Copy], by borrower: Borrower.ID?, isOut: (Copy) throws -> Bool,
    readyFor: (Copy) throws -> Borrower.ID?
  ) rethrows -> [Copy] {
    let inside = try copies.filter { try !isOut($0) }
    guard !inside.isEmpty else { return borrower.map { toRenew(copies, by: $0) } ?? [] }
    let available = inside.filter { $0.status == .available }
    let possible = available.isEmpty ? inside : available
    guard let borrower, possible.count > 1 else { return possible }
    let ready = try possible.filter { try readyFor($0) == borrower }
    return ready.count == 1 ? ready : possible
  }

  /// Returns the copies that can have come back: those on loan, the borrower's own first.
  ///
  /// - Parameters:
  ///   - copies: all copies with the barcode.
  ///   - borrower: the borrower; nil if no card was scanned, or the card belongs to no borrower.
  ///   - isOut: returns true for a copy that is on loan at the time of the return.
  /// - Returns: the borrower's own copies and those of others.
  package static func toCheckIn(
    _ copies: [Copy], by borrower: Borrower.ID?, isOut: (Copy) -> Bool
  ) -> (own: [Copy], others: [Copy]) {
    let out = copies.filter(isOut)
    let isOwn = { (copy: Copy) in borrower != nil && copy.loan?.borrower == borrower }
    return (out.filter(isOwn), out.filter { !isOwn($0) })
  }

  /// Returns the copies whose loan can be renewed: the borrower's own; without a borrower, all that are on loan.
  package static func toRenew(_ copies: [Copy], by borrower: Borrower.ID?) -> [Copy] {
    copies.filter { RenewalPlan.missingLoan(of: $0, by: borrower) == nil }
  }
}
