extension Crate {
  /// The fields of a crate that staff can change, with the names of the API. An absent field is not changed.
  package struct Patch: Codable, Equatable, Sendable {
    /// The name, at most 100 characters.
    package var name: String?
    /// The crate that contains it; cleared by null.
    package var parent: PatchField<Crate.ID> = .unchanged
    /// A note of one line, at most 500 characters; cleared by null or an empty text.
    package var note: PatchField<String> = .unchanged

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }
  }
}
