internal import Deadwax
internal import Lending
internal import Storage

/// Plans an import of loans, open or returned. An import adds loans and changes none: what a library has lent is decided
/// at its desk.
///
/// A line names its copy by id, code or number, and its borrower by id, card or name. A returned loan without a borrower is
/// one that was anonymised.
struct LoanPlanner: ImportPlanner, Sendable {
  private let now: Timestamp
  private let isExact: Bool
  private var ids: [Loan.ID: Int] = [:]
  /// The lines by copy and time of the check-out.
  private var starts: [Start: Int] = [:]
  /// The lines whose loan is open, by copy.
  private var open: [Copy.ID: Int] = [:]
  private var borrowers: [String: [Borrower.ID]] = [:]

  private struct Start: Hashable, Sendable {
    let copy: Copy.ID
    let time: Timestamp
  }

  init(isExact: Bool, in records: some Queryable) throws {
    self.isExact = isExact
    now = records.now
    var borrowers: [String: [Borrower.ID]] = [:]
    try records.forEachBorrower { borrowers[$0.name.lowercased(), default: []].append($0.id) }
    self.borrowers = borrowers
  }

  mutating func planned(_ row: ImportRow, in records: some Queryable) throws -> (ImportLine, [ImportWrite]) {
    let text = ImportText(
      row: row, isExact: isExact, today: CivilDate(daysSince1970: Int(now.milliseconds / 86_400_000) + 1))
    let copy = try copy(text, in: records)
    let loan = try loan(text, of: copy, in: records)
    let station = try station(.station, text)
    let returnedStation = loan.isOpen ? nil : try self.station(.returnedStation, text)
    let start = Start(copy: copy.id, time: loan.openedAt)
    if let earlier = ids[loan.id] ?? starts[start] { throw ImportRefusal(.repeated, .loanID, line: earlier) }
    var plan = ImportLine(
      line: row.line, fate: .same, subject: row.subject, addsRelease: false, differences: [], refusal: nil)
    var writes: [ImportWrite] = []
    if let known = try known(loan, hasID: row[.loanID] != nil, in: records) {
      plan.differences = differences(known, loan)
    } else {
      try check(loan, copy, in: records)
      plan.fate = .add
      writes = [.loan(loan, at: station, returnedAt: returnedStation)]
      if loan.isOpen { open[copy.id] = row.line }
    }
    ids[loan.id] = row.line
    starts[start] = row.line
    return (plan, writes)
  }

  private func copy(_ text: ImportText, in records: some Queryable) throws -> Copy {
    let number = try text.number(.copyNumber, in: 1...999_999_999)
    var found: Copy?
    if let id = try text.id(.copyID, Copy.self) {
      guard let copy = try records.copy(id) else { throw ImportRefusal(.unknown, .copyID) }
      found = copy
    } else if let given = text.row[.code]?.trimmed {
      guard case .code(let code) = OwnCode.read(given), let copy = try records.copy(coded: code) else {
        throw ImportRefusal(.unknown, .code)
      }
      found = copy
    }
    guard let number else {
      guard let found else { throw ImportRefusal(.missing, .copyNumber) }
      return found
    }
    if let found {
      guard found.number == number else { throw ImportRefusal(.otherRecord, .copyNumber) }
      return found
    }
    guard let copy = try records.copy(numbered: number) else { throw ImportRefusal(.unknown, .copyNumber) }
    return copy
  }

  private func borrower(_ text: ImportText, in records: some Queryable) throws -> Borrower.ID? {
    if let id = try text.id(.borrowerID, Borrower.self) {
      if try records.isErased(id) { throw ImportRefusal(.removed, .borrowerID) }
      guard try records.borrower(id) != nil else { throw ImportRefusal(.unknown, .borrowerID) }
      return id
    }
    if let card = text.row[.card]?.trimmed {
      guard let key = Code.classify(card, symbology: nil).key,
        case .borrower(let id)? = try records.binding(of: key)?.target
      else { throw ImportRefusal(.unknown, .card) }
      return id
    }
    guard let name = text.row[.borrowerName] else { return nil }
    let found = borrowers[name.lowercased()] ?? []
    guard found.count < 2 else { throw ImportRefusal(.ambiguous, .borrowerName, value: name) }
    guard let id = found.first else { throw ImportRefusal(.unknown, .borrowerName) }
    return id
  }

  private func loan(_ text: ImportText, of copy: Copy, in records: some Queryable) throws -> Loan {
    guard let openedAt = try text.time(.openedAt, until: now) else { throw ImportRefusal(.missing, .openedAt) }
    guard let dueAt = try text.time(.dueAt, until: nil) else { throw ImportRefusal(.missing, .dueAt) }
    let returnedAt = try text.time(.returnedAt, until: now)
    if let returnedAt, returnedAt < openedAt {
      throw text.bad(.returnedAt, "must not be before the check-out")
    }
    let borrower = try borrower(text, in: records)
    guard borrower != nil || returnedAt != nil else { throw ImportRefusal(.missing, .borrowerName) }
    let parts = try text.number(.parts, in: 1...1000) ?? max(1, copy.partCount - copy.partsMissing)
    let partsBack = try text.number(.partsBack, in: 0...1000)
    if let partsBack, partsBack > parts { throw text.bad(.partsBack, "must be at most the number of parts") }
    return Loan(
      id: try text.id(.loanID, Loan.self) ?? .new(at: now), copy: copy.id, borrower: borrower, openedAt: openedAt,
      dueAt: dueAt, returnedAt: returnedAt, renewals: try text.number(.renewals, in: 0...999) ?? 0, parts: parts,
      claimedReturnedAt: try text.time(.claimedReturnedAt, until: now),
      // A loss leaves the parts of a returned loan open, and the table of Deadwax says so.
      partsBack: partsBack ?? (returnedAt == nil || isExact ? nil : parts),
      renewedAt: try text.time(.renewedAt, until: now))
  }

  private func station(_ field: ImportField, _ text: ImportText) throws -> Station.Name {
    guard let given = text.row[field]?.trimmed else { return .hubStation }
    guard let name = Station.Name(given) else { throw text.bad(field, "must be the name of a station") }
    return name
  }

  /// Returns the loan of the library that a line is about: the one with its id, or of its copy at its time.
  private func known(_ loan: Loan, hasID: Bool, in records: some Queryable) throws -> Loan? {
    if hasID, let known = try records.loan(loan.id) {
      guard known.copy == loan.copy else { throw ImportRefusal(.otherRecord, .loanID) }
      return known
    }
    return try records.loans(of: loan.copy, limit: 1000).first { $0.openedAt == loan.openedAt }
  }

  private func differences(_ known: Loan, _ loan: Loan) -> [ImportLine.Difference] {
    var found: [ImportLine.Difference] = []
    func compare(_ field: ImportField, _ before: String, _ after: String) {
      guard before != after, !after.isEmpty else { return }
      found.append(
        ImportLine.Difference(
          field: field, before: before.isEmpty ? nil : before, after: after, isKept: true, isEdited: false))
    }
    compare(.borrowerID, known.borrower.text, loan.borrower.text)
    compare(.dueAt, known.dueAt.description, loan.dueAt.description)
    compare(.returnedAt, known.returnedAt.text, loan.returnedAt.text)
    compare(.renewals, "\(known.renewals)", "\(loan.renewals)")
    compare(.partsBack, known.partsBack.text, loan.partsBack.text)
    return found
  }

  /// Refuses an open loan of a copy that is on loan, or is not there to be lent.
  private func check(_ loan: Loan, _ copy: Copy, in records: some Queryable) throws {
    guard loan.isOpen else { return }
    if let earlier = open[copy.id] { throw ImportRefusal(.onLoan, .copyNumber, line: earlier) }
    if try records.openLoan(of: copy.id) != nil { throw ImportRefusal(.onLoan, .copyNumber) }
    if [.lost, .withdrawn].contains(copy.status) {
      throw ImportRefusal(
        .badValue, .returnedAt, value: "must be present, because the copy is \(copy.status.rawValue)")
    }
  }
}
