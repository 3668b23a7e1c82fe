package import Deadwax

/// The record to bind the tag to: one of `copy`, `borrower`, `place` and `slot` by id, or any of them by `code`.
package struct BindingRequest: Codable, Sendable {
  package var copy: Copy.ID?
  package var borrower: Borrower.ID?
  package var place: Place.ID?
  package var slot: Slot.ID?
  /// The code of the record, as on its label.
  package var code: String?
  /// True to take the tag from the record that it is bound to.
  package var move: Bool?

  package init(
    copy: Copy.ID? = nil, borrower: Borrower.ID? = nil, place: Place.ID? = nil, slot: Slot.ID? = nil,
    code: String? = nil, move: Bool? = nil
  ) {
    self.copy = copy
    self.borrower = borrower
    self.place = place
    self.slot = slot
    self.code = code
    self.move = move
  }
}
