extension Copy {
  /// The fields of a copy that staff can change, with the names of the API. An absent field is not changed.
  package struct Patch: Codable, Equatable, Sendable {
    /// The number of discs, cassettes and booklets that belong to the copy, 1 to 1000.
    package var parts: Int?
    /// The number of missing parts, 0 to `parts`.
    package var partsMissing: Int?
    /// True if the copy is reference only.
    package var isReference: Bool?
    package var status: Status?
    /// The release that it is a copy of.
    package var release: Release.ID?
    /// The shelf mark printed on the copy, at most `longestShelfMark` characters; cleared by null or an empty text.
    package var shelfMark: PatchField<String> = .unchanged

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }

    package static let longestShelfMark = 64
  }
}
