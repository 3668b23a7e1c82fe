package import Deadwax

/// The rows that a merge of two releases moves.
package struct MergePreview: Codable, Sendable {
  /// The release that remains, as it is now.
  package var release: ReleaseSummary
  /// The release that is merged into it.
  package var other: ReleaseSummary
  /// The copies that move.
  package var copies: [CopySummary]
  /// The number of loans of these copies.
  package var loans: Int
  /// The number of open holds that move.
  package var holds: Int
  /// The number of open holds that end, because their borrower has a hold for both releases.
  package var endedHolds: Int
  /// The codes that move, or that both releases have.
  package var codes: [String]
  /// The fields that the remaining release takes over.
  package var fields: [Field]
  /// The tags that the remaining release takes over; omitted if there are none.
  package var tags: [String]?
  /// True if the details of the source move too.
  package var movesSource: Bool
  /// True if the release moves to the wish list.
  package var movesWish: Bool

  /// A field with the value that it gets.
  package struct Field: Codable, Sendable {
    package var field: Release.Field
    /// The value as one line of text; omitted if it is cleared.
    package var value: String?
  }

  package init(_ merge: ReleaseMerge) {
    release = ReleaseSummary(merge.target)
    other = ReleaseSummary(merge.other)
    copies = merge.copies.map { CopySummary($0) }
    loans = merge.loans
    holds = merge.holds.count
    endedHolds = merge.endedHolds.count
    codes = (merge.codes + merge.endedCodes).map(\.value)
    fields = Release.Field.allCases.compactMap { field in
      merge.fields[field].map { Field(field: field, value: $0.line) }
    }
    tags = merge.tags.isEmpty ? nil : merge.tags
    movesSource = merge.movesSource
    movesWish = merge.movesWish
  }
}
