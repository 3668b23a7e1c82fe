package import Deadwax

/// One physical copy of a release.
package struct CopyResource: Codable, Sendable {
  package var id: Copy.ID
  /// The accession number.
  package var number: Int
  /// The copy's own code, as printed on its label.
  package var code: String
  package var status: CopyStatus
  /// True if the copy has left the collection; omitted otherwise. It may still be on loan.
  package var isWithdrawn: Bool?
  /// True if the copy is reference only; omitted otherwise.
  package var isReference: Bool?
  /// The number of discs, cassettes and booklets that belong to the copy.
  package var parts: Int
  /// The number of missing parts.
  package var partsMissing: Int
  /// The slot, as text.
  package var slot: String?
  /// The due time while the copy is on loan.
  package var dueAt: RFC3339Time?
  /// The version, which increases with every change.
  package var version: Int
  package var release: ReleaseSummary
  package var mediaCondition: String?
  package var sleeveCondition: String?
  /// The time at which the copy was added to the collection.
  package var addedAt: RFC3339Time

  package init(_ copy: Copy, release: Release) {
    let summary = CopySummary(copy)
    id = summary.id
    number = summary.number
    code = summary.code
    status = summary.status
    isWithdrawn = summary.isWithdrawn
    isReference = summary.isReference
    parts = copy.partCount
    partsMissing = copy.partsMissing
    slot = summary.slot
    dueAt = summary.dueAt
    version = copy.version
    self.release = ReleaseSummary(release)
    mediaCondition = copy.mediaCondition
    sleeveCondition = copy.sleeveCondition
    addedAt = RFC3339Time(copy.addedAt)
  }
}
