package import Deadwax

/// A copy of a release, in short.
package struct CopySummary: Codable, Sendable {
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
  /// The shelf mark printed on the copy; omitted if it has none.
  package var shelfMark: String?
  /// The slot, as text.
  package var slot: String?
  /// The due time while the copy is on loan.
  package var dueAt: RFC3339Time?
  /// The number of its plays; omitted if it was never played.
  package var plays: Int?
  /// The start of its last play.
  package var lastPlayedAt: RFC3339Time?
  /// The version, which increases with every change.
  package var version: Int

  package init(_ copy: Copy) {
    id = copy.id
    number = copy.number
    code = copy.code.description
    status = CopyStatus(copy)
    // A copy on loan can be withdrawn too.
    isWithdrawn = copy.status == .withdrawn ? true : nil
    isReference = copy.isReference ? true : nil
    parts = copy.partCount
    partsMissing = copy.partsMissing
    shelfMark = copy.shelfMark
    slot = copy.location?.text
    dueAt = RFC3339Time(copy.loan?.dueAt)
    plays = copy.plays > 0 ? copy.plays : nil
    lastPlayedAt = RFC3339Time(copy.lastPlayedAt)
    version = copy.version
  }
}
