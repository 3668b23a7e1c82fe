package import Deadwax

/// The fields to change. Omitted fields are not changed; null clears a field.
package struct BorrowerPatch: Codable, Sendable {
  /// The full name.
  package var name: PatchField<String> = .unchanged
  /// The short name for screens.
  package var shortName: PatchField<String> = .unchanged
  /// The group, which selects the lending rules.
  package var group: PatchField<String> = .unchanged
  /// True if the card opens a station for actions of staff.
  package var isStaff: PatchField<Bool> = .unchanged
  /// The address for notices by mail.
  package var email: PatchField<String> = .unchanged
  /// The telephone number for notices by text message.
  package var phone: PatchField<String> = .unchanged
  /// The ISO 639 code of the language.
  package var language: PatchField<String> = .unchanged
  /// The maximum number of loans.
  package var loanLimit: PatchField<Int> = .unchanged
  /// A note by staff.
  package var note: PatchField<String> = .unchanged
  /// The time at which the card expires.
  package var expiresAt: PatchField<RFC3339Time> = .unchanged

  /// Creates a patch that changes the fields that a function sets.
  package init(_ set: (inout BorrowerPatch) -> Void) { set(&self) }
}
