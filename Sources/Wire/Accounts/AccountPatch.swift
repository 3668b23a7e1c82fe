package import Deadwax

/// The fields of an account to change. Omitted fields are not changed.
package struct AccountPatch: Codable, Sendable {
  /// The name for signing in, 1 to 80 characters.
  package var name: String?
  package var role: Role?
  /// True to end all sign-ins of the account and allow no other.
  package var isDisabled: Bool?
  /// The member of staff whose card and PIN sign the account in; null for none.
  package var borrower: PatchField<Borrower.ID> = .unchanged

  package init(name: String? = nil, role: Role? = nil, isDisabled: Bool? = nil) {
    self.name = name
    self.role = role
    self.isDisabled = isDisabled
  }
}
