package import Deadwax

extension StationFacts {
  /// The facts for the modes that lend, check in and renew.
  package struct LendingFacts: Hashable, Sendable {
    /// The open holds that an affected copy could fulfil, in queue order.
    package var holds: [Copy.ID: [Hold]] = [:]
    /// The borrowers whose holds are skipped for now.
    package var ineligible: Set<Borrower.ID> = []
    /// The fees for the loss of affected copies that are not settled, or were paid and have no refund.
    package var lostFees: [Copy.ID: [Fee]] = [:]
    /// The pick-up shelf, in a library that has a place for it.
    package var pickUpShelf: Location?
    /// The open loans of the session's borrower, as their copies, in the order of their due times; only for a renewal of
    /// all.
    package var loans: [Copy] = []
    /// The borrowers of the affected copies, in mode renew without a session. No outcome contains any of this.
    package var borrowers: [Borrower.ID: Borrower] = [:]

    package init() {}
  }
}
