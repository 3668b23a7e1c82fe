/// A physical exemplar of a release that the library owns.
package struct Copy: Hashable, Sendable {
  package typealias ID = Identifier<Copy>

  package var id: ID
  package var release: Release.ID
  /// The running number in the accession register.
  package var number: Int
  package var code: OwnCode
  package var location: Location?
  /// The open loan; nil for a copy that is not on loan.
  package var loan: Loan?
  package var mediaCondition: String?
  package var sleeveCondition: String?
  /// The shelf mark printed on the copy; nil if it has none.
  package var shelfMark: String?
  package var status: Status
  /// True if the copy is for reference only and is not lent.
  package var isReference: Bool
  /// The number of discs and inserts that belong to the copy, and the number of them that are known to be missing.
  package var partCount: Int
  package var partsMissing: Int
  /// The medium of its release.
  package var medium: Medium
  package var plays: Int
  package var lastPlayedAt: Timestamp?
  package var addedAt: Timestamp
  package var version: Int

  package init(
    id: ID, release: Release.ID, number: Int, code: OwnCode, location: Location? = nil, loan: Loan? = nil,
    mediaCondition: String? = nil, sleeveCondition: String? = nil, shelfMark: String? = nil,
    status: Status = .available, isReference: Bool = false, partCount: Int = 1, partsMissing: Int = 0,
    medium: Medium = .other, plays: Int = 0,
    lastPlayedAt: Timestamp? = nil, addedAt: Timestamp, version: Int = 1
  ) {
    self.id = id
    self.release = release
    self.number = number
    self.code = code
    self.location = location
    self.loan = loan
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.shelfMark = shelfMark
    self.status = status
    self.isReference = isReference
    self.partCount = partCount
    self.partsMissing = partsMissing
    self.medium = medium
    self.plays = plays
    self.lastPlayedAt = lastPlayedAt
    self.addedAt = addedAt
    self.version = version
  }

  /// The general availability of the copy; the raw value is stored in the database. `loan` shows whether it is on loan.
  package enum Status: String, CaseIterable, Codable, Sendable {
    case available
    /// Not in its place, and not on loan to a known borrower.
    case missing
    /// Lost by a borrower, or given up.
    case lost
    /// Withdrawn from the collection for good.
    case withdrawn
  }
}
