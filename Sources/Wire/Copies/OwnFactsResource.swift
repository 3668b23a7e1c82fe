package import Deadwax

/// The library's own facts about a copy.
package struct OwnFactsResource: Codable, Sendable {
  package var copy: CopySummary
  package var release: ReleaseSummary
  /// The way in which the library received the copy.
  package var accession: OwnFacts.Accession?
  /// The person or shop that the copy came from.
  package var acquiredFrom: String?
  /// Dates are days of the calendar, as YYYY-MM-DD.
  package var acquiredOn: String?
  /// The price that the library paid.
  package var price: Money?
  /// The library's own valuation.
  package var valuation: Money?
  package var valuedOn: String?
  /// The author of the valuation.
  package var valuedBy: String?
  /// The amount that a borrower is charged who loses the copy.
  package var replacementCost: Money?
  /// The date since which the copy is missing, lost or withdrawn.
  package var statusOn: String?
  /// The reason of that status.
  package var statusReason: String?
  /// True if the withdrawn copy was sold; omitted otherwise.
  package var isSold: Bool?
  /// Notes of the library.
  package var notes: String?
  /// The version of the copy, which increases with every change.
  package var version: Int

  package init(_ facts: OwnFacts, copy: Copy, release: Release) {
    self.copy = CopySummary(copy)
    self.release = ReleaseSummary(release)
    accession = facts.accession
    acquiredFrom = facts.acquiredFrom
    acquiredOn = facts.acquiredOn?.description
    price = facts.price
    valuation = facts.valuation
    valuedOn = facts.valuedOn?.description
    valuedBy = facts.valuedBy
    replacementCost = facts.replacementCost
    statusOn = facts.statusOn?.description
    statusReason = facts.statusReason
    isSold = facts.isSold ? true : nil
    notes = facts.notes
    version = copy.version
  }
}
