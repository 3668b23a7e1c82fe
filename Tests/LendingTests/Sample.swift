import Deadwax
import Lending
import Testing

/// Copies, borrowers, loans and holds that specify only the data a test is about.
enum Sample {
  /// A Friday, 10:00 UTC.
  static let now = moment("2026-11-20T10:00:00Z")

  /// Parses a timestamp, and stops with a message if it is invalid.
  static func moment(_ text: String) -> Timestamp {
    guard let time = Timestamp(text) else { preconditionFailure("\(text) is no moment") }
    return time
  }

  static func day(_ text: String) -> CivilDate {
    guard let day = CivilDate(iso: text) else { preconditionFailure("\(text) is no day") }
    return day
  }

  /// Parses the stored text of a time zone.
  static func zone(_ text: String) -> LibraryTimeZone {
    guard let zone = try? LibraryTimeZone(stored: text) else { preconditionFailure("\(text) is no time zone") }
    return zone
  }

  /// Returns an id, always the same for the same number.
  static func id<Subject>(_ number: UInt64) -> Identifier<Subject> {
    Identifier(at: Timestamp(milliseconds: Int64(number)), random: (0, number))
  }

  static func copy(
    _ number: UInt64 = 1, release: UInt64 = 1, loan: Loan? = nil, condition: String? = nil,
    status: Copy.Status = .available, isReference: Bool = false, parts: Int = 1, missing: Int = 0,
    medium: Medium = .cd, version: Int = 1
  ) -> Copy {
    Copy(
      id: id(number), release: id(release), number: Int(number), code: OwnCode(.copy, number: number), loan: loan,
      mediaCondition: condition, status: status, isReference: isReference, partCount: parts, partsMissing: missing,
      medium: medium, addedAt: now, version: version)
  }

  static func borrower(
    _ number: UInt64 = 1, group: String = "standard", expiresAt: Timestamp? = nil, isBlocked: Bool = false,
    loanLimit: Int? = nil, open: Int = 0, overdue: Int = 0, fees: Int = 0, version: Int = 1
  ) -> Borrower {
    Borrower(
      id: id(number), name: "Ada Lovelace", shortName: "Ada L.", group: group, expiresAt: expiresAt,
      block: isBlocked ? Borrower.Block(reason: "lost three", at: now) : nil, loanLimit: loanLimit, version: version,
      openLoans: open, overdueLoans: overdue, feesDue: fees > 0 ? ["EUR": fees] : [:])
  }

  /// Creates a loan of copy 1, lent a week ago and due at the end of today by default.
  static func loan(
    of borrower: UInt64 = 1, openedAt: Timestamp = now + .seconds(-7 * 86_400),
    dueAt: Timestamp = moment("2026-11-20T23:59:59.999Z"), returnedAt: Timestamp? = nil, renewals: Int = 0,
    parts: Int = 1
  ) -> Loan {
    Loan(
      id: id(1), copy: id(1), borrower: id(borrower), openedAt: openedAt, dueAt: dueAt, returnedAt: returnedAt,
      renewals: renewals, parts: parts)
  }

  /// Creates a hold, on release 1 by default.
  static func hold(
    _ number: UInt64, of borrower: UInt64, on subject: Hold.Subject = .release(id(1)), state: Hold.State = .waiting,
    copy: UInt64? = nil, pickUpBy: Timestamp? = nil, notAfter: Timestamp? = nil, createdAt: Timestamp? = nil
  ) -> Hold {
    Hold(
      id: id(number), subject: subject, borrower: id(borrower), state: state, copy: copy.map { id($0) },
      readyAt: copy.map { _ in now }, pickUpBy: pickUpBy, notAfter: notAfter,
      createdAt: createdAt ?? Timestamp(milliseconds: Int64(number)))
  }
}

/// A row of a table of cases.
struct Row: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: Assessment
  let found: @Sendable () -> Assessment

  init(
    _ name: String, blockers: [Outcome.Code] = [], confirms: [Outcome.Code] = [], warnings: [Outcome.Code] = [],
    _ found: @escaping @Sendable () -> Assessment
  ) {
    testDescription = name
    expected = Sample.assessment(blockers: blockers, confirms: confirms, warnings: warnings)
    self.found = found
  }

  /// The assessment without its versions.
  var foundReasons: Assessment {
    var found = found()
    found.versions = []
    return found
  }
}
