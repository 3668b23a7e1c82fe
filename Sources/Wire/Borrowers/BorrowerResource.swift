package import Deadwax

/// A person or organisation that may borrow.
package struct BorrowerResource: Codable, Sendable {
  package var id: Borrower.ID
  /// The full name.
  package var name: String
  /// The first name and initial, for screens.
  package var shortName: String
  /// The group, which selects the lending rules.
  package var group: String
  /// True if the card opens a station for actions of staff.
  package var isStaff: Bool
  /// The address for notices by mail.
  package var email: String?
  /// The telephone number for notices by text message.
  package var phone: String?
  /// The ISO 639 code of the language; omitted for the library's language.
  package var language: String?
  /// The time at which the card expires.
  package var expiresAt: RFC3339Time?
  /// The block; omitted if there is none.
  package var block: BlockDetail?
  /// The maximum number of loans; omitted for the limit of the group.
  package var loanLimit: Int?
  /// True if a PIN is set. It cannot be read.
  package var hasPIN: Bool
  /// A note by staff.
  package var note: String?
  /// The number of open loans.
  package var open: Int
  /// The number of overdue loans.
  package var overdue: Int
  /// The unsettled fees, one sum per currency, without refunds.
  package var feesDue: [MoneyAmount]
  package var createdAt: RFC3339Time
  /// The version, which increases with every change; send it as `If-Match`.
  package var version: Int
  /// The cards; only in the response for a single borrower.
  package var cards: [CardResource]?

  /// - Parameters:
  ///   - borrower: the borrower.
  ///   - cards: the cards; nil to leave them out.
  package init(_ borrower: Borrower, cards: [CardResource]?) {
    id = borrower.id
    name = borrower.name
    shortName = borrower.shortName
    group = borrower.group
    isStaff = borrower.isStaff
    email = borrower.email
    phone = borrower.phone
    language = borrower.language
    expiresAt = RFC3339Time(borrower.expiresAt)
    block = borrower.block.map { BlockDetail($0) }
    loanLimit = borrower.loanLimit
    hasPIN = borrower.hasPIN
    note = borrower.note
    open = borrower.openLoans
    overdue = borrower.overdueLoans
    feesDue = borrower.feesDue.sorted { $0.key < $1.key }.map { MoneyAmount(amount: $0.value, currency: $0.key) }
    createdAt = RFC3339Time(borrower.createdAt)
    version = borrower.version
    self.cards = cards
  }
}
