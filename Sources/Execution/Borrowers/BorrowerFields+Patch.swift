package import Deadwax

extension BorrowerFields {
  /// The fields of a borrower to change; nil leaves a field unchanged, `.some(nil)` clears it.
  package struct Patch: Hashable, Sendable {
    package var name: String?
    package var shortName: String?
    package var group: String?
    package var isStaff: Bool?
    package var email: String??
    package var phone: String??
    package var language: String??
    package var expiresAt: Timestamp??
    package var loanLimit: Int??
    package var note: String??

    package init() {}
  }
}
