/// The fields to change. Omitted fields are not changed; null clears a field.
package struct BorrowerPatch: Codable, Sendable {
  /// The full name.
  package var name: PatchField<String>
  /// The short name for screens.
  package var shortName: PatchField<String>
  /// The group, which selects the lending rules.
  package var group: PatchField<String>
  /// True if the card opens a station for actions of staff.
  package var isStaff: PatchField<Bool>
  /// The address for reminders and receipts.
  package var email: PatchField<String>
  /// The ISO 639 code of the language.
  package var language: PatchField<String>
  /// The maximum number of loans.
  package var loanLimit: PatchField<Int>
  /// A note by staff.
  package var note: PatchField<String>
  /// The time at which the card expires.
  package var expiresAt: PatchField<RFC3339Time>

  package init(
    name: PatchField<String> = .unchanged, shortName: PatchField<String> = .unchanged,
    group: PatchField<String> = .unchanged, isStaff: PatchField<Bool> = .unchanged,
    email: PatchField<String> = .unchanged, language: PatchField<String> = .unchanged,
    loanLimit: PatchField<Int> = .unchanged, note: PatchField<String> = .unchanged,
    expiresAt: PatchField<RFC3339Time> = .unchanged
  ) {
    self.name = name
    self.shortName = shortName
    self.group = group
    self.isStaff = isStaff
    self.email = email
    self.language = language
    self.loanLimit = loanLimit
    self.note = note
    self.expiresAt = expiresAt
  }
}
