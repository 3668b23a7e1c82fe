extension OwnFacts {
  /// The own facts of a copy that staff can change, with the names of the API. An absent field is not changed, and null
  /// clears one.
  package struct Patch: Codable, Equatable, Sendable {
    package var accession: PatchField<Accession> = .unchanged
    /// The person or shop, at most 200 characters.
    package var acquiredFrom: PatchField<String> = .unchanged
    /// Dates as YYYY-MM-DD, not in the future.
    package var acquiredOn: PatchField<String> = .unchanged
    package var price: PatchField<Money> = .unchanged
    package var valuation: PatchField<Money> = .unchanged
    package var valuedOn: PatchField<String> = .unchanged
    /// The author of the valuation, at most 200 characters.
    package var valuedBy: PatchField<String> = .unchanged
    package var replacementCost: PatchField<Money> = .unchanged
    /// The date and the reason of a loss or a withdrawal. The copy must be missing, lost or withdrawn.
    package var statusOn: PatchField<String> = .unchanged
    package var statusReason: PatchField<String> = .unchanged
    /// True if the copy was sold. It must be withdrawn.
    package var isSold: Bool?
    /// Notes of the library, at most 2000 characters.
    package var notes: PatchField<String> = .unchanged

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }

    /// The largest amount of money, in minor units.
    package static let largestAmount = 1_000_000_000
    /// The most characters of the name of a person or shop, of a reason, and of notes.
    package static let longestName = 200
    package static let longestReason = 300
    package static let longestNotes = 2000
  }
}
