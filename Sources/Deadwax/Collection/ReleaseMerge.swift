/// The content of a merge of two releases: what moves from the other release to the one that remains.
package struct ReleaseMerge: Hashable, Sendable {
  /// The release that remains, before the merge.
  package var target: Release
  /// The release that is merged into it.
  package var other: Release
  /// The copies that move, in the order of their numbers.
  package var copies: [Copy]
  /// The number of loans of these copies, which remain as they are.
  package var loans: Int
  /// The holds that move. Their order in the queue follows from the time at which each was placed.
  package var holds: [Hold.ID]
  /// The open holds that end, because their borrower has a hold for the other release too.
  package var endedHolds: [Hold.ID]
  /// The codes that move.
  package var codes: [Code.Key]
  /// The codes that end, because the remaining release has them too.
  package var endedCodes: [Code.Key]
  /// The fields that the remaining release takes over, with their new values.
  package var fields: [Release.Field: Release.FieldValue]
  /// The tags that the remaining release takes over.
  package var tags: [String]
  /// True if the details of the source move too, because the remaining release has no source.
  package var movesSource: Bool
  /// True if the release moves to the wish list.
  package var movesWish: Bool

  package init(
    target: Release, other: Release, copies: [Copy], loans: Int, holds: [Hold.ID], endedHolds: [Hold.ID],
    codes: [Code.Key], endedCodes: [Code.Key], fields: [Release.Field: Release.FieldValue], tags: [String],
    movesSource: Bool, movesWish: Bool
  ) {
    self.target = target
    self.other = other
    self.copies = copies
    self.loans = loans
    self.holds = holds
    self.endedHolds = endedHolds
    self.codes = codes
    self.endedCodes = endedCodes
    self.fields = fields
    self.tags = tags
    self.movesSource = movesSource
    self.movesWish = movesWish
  }
}
