internal import Deadwax
internal import HTTPServer
internal import Wire

/// The facts about a request that are established before its endpoint answers it.
struct Call: Sendable {
  /// The authenticated caller; one without rights if the endpoint needs no token.
  let caller: Access.Caller

  /// The request in progress; nil without an `Idempotency-Key`.
  let claim: IdempotencyDecision.Claim?

  /// The version that the caller has seen, from `If-Match`; nil for `*` and without the field.
  let version: Int?

  /// True if the caller may see borrowers and their cards.
  var isStaff: Bool { caller.role >= .staff }

  /// The name of a person who is signed in, or of a program of staff; nil for a station, which stands for itself.
  var person: String? { caller.account != nil || isStaff ? caller.name : nil }

  /// Returns the author of an act of access, for the history.
  func author(of request: HTTPRequest) -> AccessAuthor { AccessAuthor(caller, request) }

  /// Refuses a caller who is not staff.
  ///
  /// - Throws: `forbidden`.
  func checkStaff() throws(Problem) {
    guard isStaff else { throw Access.tooLow(caller.role, needs: .staff) }
  }
}
