extension Place {
  /// The fields of a place that staff can change, with the names of the API. An absent field is not changed.
  package struct Patch: Codable, Equatable, Sendable {
    /// The name, unique among the places in the same place, at most 60 characters.
    package var name: String?
    package var kind: Kind?
    /// The place that contains it; cleared by null.
    package var parent: PatchField<Place.ID> = .unchanged

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }
  }
}
