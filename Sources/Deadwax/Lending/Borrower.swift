/// A person or organisation that may borrow. Screens that the public can see show only the short name.
package struct Borrower: Hashable, Sendable {
  package typealias ID = Identifier<Borrower>

  /// The group of a borrower for whom none was chosen.
  package static let standardGroup = "standard"

  package var id: ID
  package var name: String
  /// First name and initial, as "Ada L.".
  package var shortName: String
  /// The borrower's group, which decides the lending rules. A word that the library chose; `standard` by default.
  package var group: String
  /// True if the borrower's card opens the staff functions of a station.
  package var isStaff: Bool
  package var email: String?
  /// The number for text messages, as `+4930123456`.
  package var phone: String?
  /// An ISO 639 code; nil for the library's language.
  package var language: String?
  /// The time at which the card expires; nil for never.
  package var expiresAt: Timestamp?
  package var block: Block?
  /// The highest number of open loans; nil for the group's limit.
  package var loanLimit: Int?
  package var hasPIN: Bool
  package var note: String?
  package var createdAt: Timestamp
  package var version: Int
  /// The number of open loans, and of those that are overdue, at the time of reading.
  package var openLoans: Int
  package var overdueLoans: Int
  /// Fees that are not settled, in minor units, by currency code. Refunds are not included.
  package var feesDue: [String: Int]

  package init(
    id: ID, name: String, shortName: String, group: String = Self.standardGroup, isStaff: Bool = false,
    email: String? = nil, phone: String? = nil, language: String? = nil, expiresAt: Timestamp? = nil,
    block: Block? = nil,
    loanLimit: Int? = nil,
    hasPIN: Bool = false, note: String? = nil, createdAt: Timestamp = Timestamp(milliseconds: 0), version: Int = 1,
    openLoans: Int = 0, overdueLoans: Int = 0, feesDue: [String: Int] = [:]
  ) {
    self.id = id
    self.name = name
    self.shortName = shortName
    self.group = group
    self.isStaff = isStaff
    self.email = email
    self.phone = phone
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

  /// The reason for which staff stopped the borrower from borrowing.
  package struct Block: Hashable, Sendable {
    package var reason: String
    package var at: Timestamp

    package init(reason: String, at: Timestamp) {
      self.reason = reason
      self.at = at
    }
  }
}
