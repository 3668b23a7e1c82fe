extension SmartCollection {
  /// The fields of a smart collection that people can change, with the names of the API. An absent field is not changed.
  package struct Patch: Codable, Equatable, Sendable {
    /// The name, at most 100 characters.
    package var name: String?
    /// The query, at most 1,000 characters.
    package var query: String?
    /// True if all callers see it.
    package var isShared: Bool?

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }
  }
}
