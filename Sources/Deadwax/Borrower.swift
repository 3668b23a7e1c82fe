/// A person who may borrow. Where people look on, only the short name is shown.
package struct Borrower: Hashable, Sendable {
  package typealias ID = Identifier<Borrower>

  package var id: ID
  package var name: String
  /// First name and initial, as "Ada L.".
  package var shortName: String
  /// Which rules apply: a word the house chose, `standard` if it chose none.
  package var group: String
  /// Whether the person's card opens what only staff may do at a desk.
  package var isStaff: Bool
  package var email: String?
  /// An ISO 639 code; nil for that of the house.
  package var language: String?
  /// When the card ends; nil for never.
  package var expiresAt: Timestamp?
  package var block: Block?
  /// How many loans at most; nil for what the group has.
  package var loanLimit: Int?
  package var hasPIN: Bool
  package var note: String?
  package var createdAt: Timestamp
  package var version: Int
  /// Loans that are open, and how many of them are overdue at the time of the reading.
  package var openLoans: Int
  package var overdueLoans: Int
  /// Fees that are not paid, in minor units.
  package var feesDue: Int

  package init(
    id: ID, name: String, shortName: String, group: String = "standard", isStaff: Bool = false, email: String? = nil,
    language: String? = nil, expiresAt: Timestamp? = nil, block: Block? = nil, loanLimit: Int? = nil,
    hasPIN: Bool = false, note: String? = nil, createdAt: Timestamp = Timestamp(milliseconds: 0), version: Int = 1,
    openLoans: Int = 0, overdueLoans: Int = 0, feesDue: Int = 0
  ) {
    self.id = id
    self.name = name
    self.shortName = shortName
    self.group = group
    self.isStaff = isStaff
    self.email = email
    self.language = language
    self.expiresAt = expiresAt
    self.block = block
    self.loanLimit = loanLimit
    self.hasPIN = hasPIN
    self.note = note
    self.createdAt = createdAt
    self.version = version
    self.openLoans = openLoans
    self.overdueLoans = overdueLoans
    self.feesDue = feesDue
  }

  /// Why nothing is lent to somebody for now.
  package struct Block: Hashable, Sendable {
    package var reason: String
    package var at: Timestamp

    package init(reason: String, at: Timestamp) {
      self.reason = reason
      self.at = at
    }
  }
}
