/// The library's own facts about a copy: where it came from, what it cost, what it is worth, and how it left.
package struct OwnFacts: Hashable, Sendable {
  package var accession: Accession?
  /// The person or shop that the copy came from.
  package var acquiredFrom: String?
  package var acquiredOn: CivilDate?
  /// The price that the library paid.
  package var price: Money?
  /// The library's own valuation, with its date and its author. No value of an external source is stored here.
  package var valuation: Money?
  package var valuedOn: CivilDate?
  package var valuedBy: String?
  /// The amount that a borrower is charged who loses the copy.
  package var replacementCost: Money?
  /// The date since which the copy is lost, missing or withdrawn, and the reason.
  package var statusOn: CivilDate?
  package var statusReason: String?
  /// True if the withdrawn copy was sold.
  package var isSold: Bool
  package var notes: String?

  package init(
    accession: Accession? = nil, acquiredFrom: String? = nil, acquiredOn: CivilDate? = nil, price: Money? = nil,
    valuation: Money? = nil, valuedOn: CivilDate? = nil, valuedBy: String? = nil, replacementCost: Money? = nil,
    statusOn: CivilDate? = nil, statusReason: String? = nil, isSold: Bool = false, notes: String? = nil
  ) {
    self.accession = accession
    self.acquiredFrom = acquiredFrom
    self.acquiredOn = acquiredOn
    self.price = price
    self.valuation = valuation
    self.valuedOn = valuedOn
    self.valuedBy = valuedBy
    self.replacementCost = replacementCost
    self.statusOn = statusOn
    self.statusReason = statusReason
    self.isSold = isSold
    self.notes = notes
  }

  /// The way in which the library received a copy.
  package enum Accession: String, CaseIterable, Codable, Sendable {
    case bought, given
    /// It belongs to a person or an institution that left it with the library.
    case onDeposit = "on-deposit"
  }
}
