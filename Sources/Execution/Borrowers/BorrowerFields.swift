package import Deadwax
internal import Lending

/// The checks of the personal data that may be stored about a borrower, at a page or from a file.
package enum BorrowerFields {
  /// - Throws: `StaffError.badValue`.
  package static func set(_ enrolment: Enrolment, in borrower: inout Borrower) throws {
    borrower.group = try group(enrolment.group)
    borrower.isStaff = enrolment.isStaff
    borrower.email = try email(enrolment.email)
    borrower.phone = try phone(enrolment.phone)
    borrower.language = try language(enrolment.language)
    borrower.expiresAt = enrolment.expiresAt
    borrower.loanLimit = try limit(enrolment.loanLimit)
    borrower.note = try note(enrolment.note)
  }

  /// - Throws: `StaffError.badValue`.
  package static func set(_ patch: Patch, in borrower: inout Borrower) throws {
    if let name = patch.name { borrower.name = try FieldValidation.line(name, "name", atMost: 120) }
    if let short = patch.shortName {
      borrower.shortName = try FieldValidation.line(short, "shortName", atMost: ShortName.longest)
    }
    if let group = patch.group { borrower.group = try self.group(group) }
    if let isStaff = patch.isStaff { borrower.isStaff = isStaff }
    if let email = patch.email { borrower.email = try self.email(email) }
    if let phone = patch.phone { borrower.phone = try self.phone(phone) }
    if let language = patch.language { borrower.language = try self.language(language) }
    if let expiresAt = patch.expiresAt { borrower.expiresAt = expiresAt }
    if let limit = patch.loanLimit { borrower.loanLimit = try self.limit(limit) }
    if let note = patch.note { borrower.note = try self.note(note) }
  }

  private static func group(_ text: String?) throws -> String {
    guard let text, !text.trimmed.isEmpty else { return Borrower.standardGroup }
    guard Setting.isGroup(text) else {
      throw StaffError.badValue(field: "group", sentence: "A group must be one word of letters, digits and -_. .")
    }
    return text
  }

  private static func email(_ text: String?) throws -> String? {
    guard let text = try FieldValidation.optionalLine(text, "email", atMost: 254) else { return nil }
    guard MailAddress.isUsable(text) else {
      throw StaffError.badValue(field: "email", sentence: "It must be an e-mail address such as ada@example.org.")
    }
    return text
  }

  private static func phone(_ text: String?) throws -> String? {
    guard let text = try FieldValidation.optionalLine(text, "phone", atMost: 40) else { return nil }
    guard let number = PhoneNumber.digits(of: text) else {
      throw StaffError.badValue(field: "phone", sentence: "It must be a telephone number such as +49 30 123456.")
    }
    return number
  }

  private static func language(_ text: String?) throws -> String? {
    guard let text = try FieldValidation.optionalLine(text, "language", atMost: 8) else { return nil }
    guard StationPolicy.languages.contains(text) else {
      throw StaffError.badValue(
        field: "language", sentence: "It must be one of \(StationPolicy.languages.joined(separator: ", ")).")
    }
    return text
  }

  private static func limit(_ number: Int?) throws -> Int? {
    guard let number else { return nil }
    guard (0...10_000).contains(number) else {
      throw StaffError.badValue(field: "loanLimit", sentence: "It must be a whole number from 0 to 10000.")
    }
    return number
  }

  private static func note(_ text: String?) throws -> String? {
    guard let text, !text.trimmed.isEmpty else { return nil }
    guard text.count <= 4000 else {
      throw StaffError.badValue(field: "note", sentence: "It must have at most 4000 characters.")
    }
    return text.trimmed
  }
}
