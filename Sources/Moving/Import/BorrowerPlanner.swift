internal import Deadwax
internal import Execution
internal import Storage

/// Plans an import of borrowers with their cards. PINs are never imported.
///
/// A line is about the borrower whose id or card it has, or who has the same name and e-mail address. Whether a borrower
/// is staff or blocked is decided by people: an import sets it for new borrowers, and leaves it for the others.
struct BorrowerPlanner: ImportPlanner, Sendable {
  private let now: Timestamp
  private let isExact: Bool
  /// The lines by borrower.
  private var lines: [Borrower.ID: Int] = [:]
  /// The lines that give a card to a borrower.
  private var cards: [Code.Key: Int] = [:]
  /// The borrowers by name and e-mail address, also those of earlier lines.
  private var people: [String: Borrower.ID] = [:]

  init(isExact: Bool, in records: some Queryable) throws {
    self.isExact = isExact
    now = records.now
    var people: [String: Borrower.ID] = [:]
    try records.forEachBorrower { borrower in
      if let key = Self.key(borrower.name, borrower.email) { people[key] = borrower.id }
    }
    self.people = people
  }

  /// Returns the key of a person; nil without an e-mail address, since two people can have one name.
  private static func key(_ name: String?, _ email: String?) -> String? {
    guard let name, let email else { return nil }
    return "\(name.trimmed.lowercased())\n\(email.trimmed.lowercased())"
  }

  mutating func planned(_ row: ImportRow, in records: some Queryable) throws -> (ImportLine, [ImportWrite]) {
    let text = ImportText(
      row: row, isExact: isExact, today: CivilDate(daysSince1970: Int(now.milliseconds / 86_400_000) + 1))
    let line = try BorrowerLine(text, now: now)
    for key in line.cards.joined() {
      if let earlier = cards[key] { throw ImportRefusal(.repeated, .cards, line: earlier) }
    }
    let (known, isOwn) = try borrower(line, in: records)
    var plan = ImportLine(
      line: row.line, fate: .same, subject: row.subject, addsRelease: false, differences: [], refusal: nil)
    let id: Borrower.ID
    var writes: [ImportWrite] = []
    if let known {
      id = known.id
      writes = try change(known, line, isOwn: isOwn, &plan, in: records)
    } else {
      let new = try added(line)
      id = new.id
      plan.fate = .add
      writes = [.borrower(new, cards: line.cards)]
      if let key = Self.key(new.name, new.email) { people[key] = new.id }
    }
    lines[id] = row.line
    for key in line.cards.joined() { cards[key] = row.line }
    return (plan, writes)
  }

  /// Returns the borrower of the library that a line is about, and whether the line names them by id or card.
  ///
  /// - Throws: `ImportRefusal` if its numbers name different records, or an earlier line is about the same borrower.
  private func borrower(
    _ line: BorrowerLine, in records: some Queryable
  ) throws -> (known: Borrower?, isOwn: Bool) {
    if let id = line.id {
      if let earlier = lines[id] { throw ImportRefusal(.repeated, .borrowerID, line: earlier) }
      if try records.isErased(id) { throw ImportRefusal(.removed, .borrowerID) }
    }
    var named = line.id
    var known = try line.id.flatMap { try records.borrower($0) }
    for keys in line.cards {
      for key in keys {
        guard let target = try records.binding(of: key)?.target else { continue }
        guard case .borrower(let owner) = target else {
          throw ImportRefusal(.codeTaken, .cards, value: key.value)
        }
        if let named, named != owner { throw ImportRefusal(.otherRecord, .cards) }
        named = owner
        known = try known ?? records.borrower(owner)
      }
    }
    var isOwn = true
    if named == nil, let key = Self.key(line.patch.name, line.patch.email ?? nil), let found = people[key] {
      if let earlier = lines[found] { throw ImportRefusal(.repeated, .name, line: earlier) }
      known = try records.borrower(found)
      isOwn = false
    }
    if let known, let earlier = lines[known.id] { throw ImportRefusal(.repeated, .cards, line: earlier) }
    return (known, isOwn)
  }

  private func added(_ line: BorrowerLine) throws -> Borrower {
    guard line.patch.name != nil else { throw ImportRefusal(.missing, .name) }
    var borrower = Borrower(id: line.id ?? .new(at: now), name: "", shortName: "")
    try BorrowerFields.set(line.patch, in: &borrower)
    borrower.block = line.block
    borrower.createdAt = line.createdAt ?? now
    return borrower
  }

  private func change(
    _ known: Borrower, _ line: BorrowerLine, isOwn: Bool, _ plan: inout ImportLine, in records: some Queryable
  ) throws -> [ImportWrite] {
    var given = known
    try BorrowerFields.set(line.patch, in: &given)
    var changed = known
    func take<Value: Equatable>(
      _ path: WritableKeyPath<Borrower, Value>, _ field: ImportField, mayChange: Bool = true,
      _ text: (Value) -> String?
    ) {
      let (before, after) = (known[keyPath: path], given[keyPath: path])
      guard before != after, let shown = text(after) else { return }
      let isKept = !mayChange || !isOwn && text(before) != nil
      plan.differences.append(
        ImportLine.Difference(
          field: field, before: text(before), after: shown, isKept: isKept, isEdited: false))
      if !isKept { changed[keyPath: path] = after }
    }
    take(\.name, .name) { $0 }
    take(\.shortName, .shortName) { $0 }
    take(\.group, .group) { $0 }
    take(\.isStaff, .isStaff, mayChange: false) { $0.text }
    take(\.email, .email) { $0 }
    take(\.phone, .phone) { $0 }
    take(\.language, .language) { $0 }
    take(\.expiresAt, .expiresAt) { $0?.description }
    take(\.loanLimit, .loanLimit) { $0.map { "\($0)" } }
    take(\.note, .note) { $0 }
    // A file without the time of a block has it from now on, which is no difference.
    if let block = line.block, block.reason != known.block?.reason { given.block = block }
    take(\.block, .blockReason, mayChange: false) { $0?.reason }
    var writes: [ImportWrite] = changed == known ? [] : [.editBorrower(changed)]
    for keys in line.cards {
      guard let first = keys.first, try records.binding(of: first) == nil else { continue }
      plan.differences.append(
        ImportLine.Difference(field: .cards, before: nil, after: first.value, isKept: false, isEdited: false))
      writes.append(.card(keys, known.id))
    }
    if !writes.isEmpty { plan.fate = .change }
    return writes
  }
}
