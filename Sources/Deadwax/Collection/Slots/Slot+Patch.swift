extension Slot {
  /// The fields of a slot that staff can change, with the names of the API. An absent field is not changed.
  package struct Patch: Codable, Equatable, Sendable {
    /// The reason why nothing is shelved there, at most `longestReason` characters; cleared by null, so that the slot is in use.
    package var disabledReason: PatchField<String> = .unchanged

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }
  }
}
