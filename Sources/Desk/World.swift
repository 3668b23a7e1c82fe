package import Deadwax

/// What the records say about one scan, read in the same transaction in which the desk decides.
package struct World: Hashable, Sendable {
  /// What the scanned code names.
  package var named: Named
  /// The copy that the stage holds, as it is now.
  package var pendingCopy: Copy?
  /// The slot that the stage holds.
  package var pendingSlot: Slot?
  /// The place that the stage holds.
  package var pendingPlace: Place?
  /// Who has the session.
  package var borrower: Borrower?
  /// The copy that is in the slot at stake, if that slot holds only one.
  package var occupant: Copy.ID?

  package init(
    named: Named, pendingCopy: Copy? = nil, pendingSlot: Slot? = nil, pendingPlace: Place? = nil,
    borrower: Borrower? = nil, occupant: Copy.ID? = nil
  ) {
    self.named = named
    self.pendingCopy = pendingCopy
    self.pendingSlot = pendingSlot
    self.pendingPlace = pendingPlace
    self.borrower = borrower
    self.occupant = occupant
  }

  package enum Named: Hashable, Sendable {
    case copy(Copy)
    /// A release, with all its copies.
    case release(Release.ID, copies: [Copy])
    case borrower(Borrower)
    case place(Place)
    case slot(Slot)
    case command(Command)
    /// A well-formed code that is bound to nothing.
    case nothing(Code)
    /// The number of a tag and the code written on it name different things.
    case disagreement
  }
}
