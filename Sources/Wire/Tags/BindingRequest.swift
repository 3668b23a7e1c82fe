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

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout BindingRequest) -> Void) { set(&self) }
}
