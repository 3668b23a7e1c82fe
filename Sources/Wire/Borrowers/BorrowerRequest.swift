package import Deadwax

/// A borrower to enrol.
package struct BorrowerRequest: Codable, Sendable {
  /// The full name.
  package var name: String
  /// The short name for screens; by default derived from the name.
  package var shortName: String?
  /// The group, which selects the lending rules; by default `standard`.
  package var group: String?
  /// True if the card opens a station for actions of staff.
  package var isStaff: Bool?
  /// The address for notices by mail.
  package var email: String?
  /// The telephone number for notices by text message.
  package var phone: String?
  /// The ISO 639 code of the language.
  package var language: String?
  /// The maximum number of loans.
  package var loanLimit: Int?
  /// A note by staff.
  package var note: String?
  /// The time at which the card expires.
  package var expiresAt: RFC3339Time?
  /// The scan in which the card was presented, instead of its code.
  package var scan: Reading.ID?
  /// The code of a card, as scanned.
  package var card: String?

  /// Creates a request; a function sets the optional members.
  package init(name: String, _ set: (inout BorrowerRequest) -> Void = { _ in }) {
    self.name = name
    set(&self)
  }
}
