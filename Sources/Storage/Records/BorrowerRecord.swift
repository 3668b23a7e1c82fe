package import Deadwax

extension Queryable {
  /// A borrower, with what is open, overdue and owed now; nil also for one who was erased.
  package func borrower(_ id: Borrower.ID) throws -> Borrower? {
    try first("\(borrowerSelect) WHERE b.id = ?2 AND b.erased_at IS NULL", now, id, as: borrower(from:))
  }

  /// At most `limit` borrowers, by their names.
  ///
  /// - Parameters:
  ///   - search: words, each the beginning of a word of the name or the short name; or the whole of a card's code.
  ///     Nothing for all.
  ///   - cursor: the last of the page before.
  ///   - limit: how many at most.
  /// - Returns: the borrowers.
  /// - Throws: a `StorageError`.
  package func borrowers(
    matching search: String = "", after cursor: Borrower.ID? = nil, limit: Int
  ) throws -> [Borrower] {
    var list = ListConditions("p.erased_at IS NULL")
    if let found = try BorrowerSearch(search).condition(on: self) { list.add(found.sql, found.values) }
    if let cursor {
      list.add(
        "(p.name COLLATE NOCASE, p.id) > (SELECT q.name COLLATE NOCASE, q.id FROM borrower q WHERE q.id = ?)", cursor)
    }
    // What is open and owed is counted for the page alone, not for everybody who is sorted to find it.
    return try all(
      """
      \(borrowerSelect) JOIN (
        SELECT p.id AS id FROM borrower p \(list.sql) ORDER BY p.name COLLATE NOCASE, p.id LIMIT ?
      ) page ON page.id = b.id ORDER BY b.name COLLATE NOCASE, b.id
      """, [now] + list.values + [limit], as: borrower(from:))
  }

  /// The codes and tags that are a borrower's cards now, the oldest first.
  package func cards(of borrower: Borrower.ID) throws -> [Bound] {
    try all(
      "SELECT id, class, value FROM code WHERE borrower_id = ?1 AND ended_at IS NULL ORDER BY id", borrower
    ) { row in
      guard let kind = Code.Class(rawValue: try row.text(1)) else {
        throw StorageError(code: .mismatch, call: "cards", message: "an unknown class of codes")
      }
      return Bound(
        id: try row.integer(0), key: Code.Key(class: kind, value: try row.text(2)), target: .borrower(borrower))
    }
  }

  /// How many borrowers there are.
  package func borrowerCount() throws -> Int {
    try first("SELECT count(*) FROM borrower WHERE erased_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }

  private func borrower(from row: Row) throws -> Borrower {
    var block: Borrower.Block?
    if let at = try row.optionalTime(8) { block = Borrower.Block(reason: try row.optionalText(9) ?? "", at: at) }
    return Borrower(
      id: try row.id(0), name: try row.text(1), shortName: try row.text(2), group: try row.text(3),
      isStaff: try row.flag(4), email: try row.optionalText(5), language: try row.optionalText(6),
      expiresAt: try row.optionalTime(7), block: block, loanLimit: try row.optionalInteger(10).map(Int.init),
      hasPIN: try row.flag(11), note: try row.optionalText(12), createdAt: try row.time(13),
      version: Int(try row.integer(14)), openLoans: Int(try row.integer(15)), overdueLoans: Int(try row.integer(16)),
      feesDue: Int(try row.integer(17)))
  }
}

/// With the time as its first value.
private let borrowerSelect = """
  SELECT b.id, b.name, b.short_name, b.group_name, b.is_staff, b.email, b.language, b.expires_at, b.blocked_at,
    b.block_reason, b.loan_limit, EXISTS (SELECT 1 FROM pin WHERE pin.borrower_id = b.id), b.note, b.created_at,
    b.version,
    (SELECT count(*) FROM loan l WHERE l.borrower_id = b.id AND l.returned_at IS NULL),
    (SELECT count(*) FROM loan l WHERE l.borrower_id = b.id AND l.returned_at IS NULL AND l.due_at < ?1),
    (SELECT coalesce(sum(f.amount), 0) FROM fee f WHERE f.borrower_id = b.id AND f.settled_at IS NULL)
  FROM borrower b
  """

extension WriteTransaction {
  package func insert(_ borrower: Borrower) throws {
    try touch(.borrower, borrower.id.text)
    try run(
      """
      INSERT INTO borrower (id, name, short_name, group_name, is_staff, email, language, expires_at, blocked_at,
        block_reason, loan_limit, note, created_at, modified_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?13)
      """, borrower.id, borrower.name, borrower.shortName, borrower.group, borrower.isStaff, borrower.email,
      borrower.language, borrower.expiresAt, borrower.block?.at, borrower.block?.reason, borrower.loanLimit,
      borrower.note, now)
    try index(borrower.id, name: borrower.name, shortName: borrower.shortName)
  }

  /// Writes down everything that is kept of a borrower, but for PIN, cards and what is open.
  ///
  /// - Returns: false when there is no such borrower, or not in this version any more.
  /// - Throws: a `StorageError`.
  package func update(_ borrower: Borrower, ifVersion version: Int? = nil) throws -> Bool {
    try touch(.borrower, borrower.id.text)
    let changed = try run(
      """
      UPDATE borrower SET name = ?2, short_name = ?3, group_name = ?4, is_staff = ?5, email = ?6, language = ?7,
        expires_at = ?8, blocked_at = ?9, block_reason = ?10, loan_limit = ?11, note = ?12, modified_at = ?13,
        version = version + 1
      WHERE id = ?1 AND erased_at IS NULL AND version = coalesce(?14, version)
      """, borrower.id, borrower.name, borrower.shortName, borrower.group, borrower.isStaff, borrower.email,
      borrower.language, borrower.expiresAt, borrower.block?.at, borrower.block?.reason, borrower.loanLimit,
      borrower.note, now, version)
    guard changed == 1 else { return false }
    try index(borrower.id, name: borrower.name, shortName: borrower.shortName)
    return true
  }
}
