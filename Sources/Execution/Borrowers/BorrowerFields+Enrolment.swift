package import Deadwax

extension BorrowerFields {
  /// The data that is recorded when a borrower is enrolled.
  package struct Enrolment: Hashable, Sendable {
    package var name: String
    /// The short name; derived from the name as first name and initial if none is given.
    package var shortName: String?
    package var group: String?
    package var isStaff: Bool
    package var email: String?
    package var phone: String?
    package var language: String?
    package var expiresAt: Timestamp?
    package var loanLimit: Int?
    package var note: String?
    package var pin: String?
    /// The code on the card: an own code, a tag's number, or a text. A new own code is assigned if none is given.
    package var card: String?

    package init(
      name: String, shortName: String? = nil, group: String? = nil, isStaff: Bool = false, email: String? = nil,
      phone: String? = nil, language: String? = nil, expiresAt: Timestamp? = nil, loanLimit: Int? = nil,
      note: String? = nil,
      pin: String? = nil, card: String? = nil
    ) {
      self.name = name
      self.shortName = shortName
      self.group = group
      self.isStaff = isStaff
      self.email = email
      self.phone = phone
      self.language = language
      self.expiresAt = expiresAt
      self.loanLimit = loanLimit
      self.note = note
      self.pin = pin
      self.card = card
    }
  }
}
