package import Deadwax

extension Queryable {
  /// Returns a borrower with the current numbers of open and overdue loans and the fees due. Returns nil if there is no
  /// such borrower or the borrower was erased.
  package func borrower(_ id: Borrower.ID) throws -> Borrower? {
    try first("\(borrowerSelect) WHERE b.id = ?2 AND b.erased_at IS NULL", now, id, as: borrower(from:))
  }

  /// Passes on every borrower in the order in which they were added, without erased ones. No list of them is made.
  package func forEachBorrower(_ body: (Borrower) throws -> Void) throws {
    try forEach("\(borrowerSelect) WHERE b.erased_at IS NULL ORDER BY b.created_at, b.id", [now]) {
      try body(try borrower(from: $0))
    }
  }

  /// Returns true if a borrower was erased. Its row stays, without personal data.
  package func isErased(_ id: Borrower.ID) throws -> Bool {
    try first("SELECT 1 FROM borrower WHERE id = ?1 AND erased_at IS NOT NULL", id) { try $0.integer(0) } != nil
  }

  /// Returns at most `limit` borrowers, ordered by name.
  ///
  /// - Parameters:
  ///   - search: words that must each begin a word of the name or the short name, or a complete card code. Empty for
  ///     all borrowers.
  ///   - first: the name at which the list begins; nil for the first of all.
  ///   - cursor: the last borrower of the previous page, nil for the first page.
  ///   - limit: the maximum number of borrowers.
  /// - Returns: the borrowers.
  /// - Throws: a `StorageError`.
  package func borrowers(
    matching search: String = "", from first: String? = nil, after cursor: Borrower.ID? = nil, limit: Int
  ) throws -> [Borrower] {
    var list = ListConditions("p.erased_at IS NULL")
    list.add("p.name COLLATE NOCASE >= ?", ifGiven: first)
    if let found = try BorrowerSearch(search).condition(on: self) { list.add(found.sql, found.values) }
    if let cursor {
      list.add(
        "(p.name COLLATE NOCASE, p.id) > (SELECT q.name COLLATE NOCASE, q.id FROM borrower q WHERE q.id = ?)", cursor)
    }
    // Loans and fees are counted only for the borrowers of this page.
    return try all(
      """
      \(borrowerSelect) JOIN (
        SELECT p.id AS id FROM borrower p \(list.sql) ORDER BY p.name COLLATE NOCASE, p.id LIMIT ?
      ) page ON page.id = b.id ORDER BY b.name COLLATE NOCASE, b.id
      """, [now] + list.values + [limit], as: borrower(from:))
  }

  /// Returns the number of borrowers in a list as above; nil for more than `ListTotal.limit`.
  package func borrowerTotal(matching search: String = "", from first: String? = nil) throws -> Int? {
    var list = ListConditions("p.erased_at IS NULL")
    list.add("p.name COLLATE NOCASE >= ?", ifGiven: first)
    if let found = try BorrowerSearch(search).condition(on: self) { list.add(found.sql, found.values) }
    return try total(of: "borrower p", list)
  }

  /// Returns the codes and tags that are currently a borrower's cards, the oldest first.
  package func cards(of borrower: Borrower.ID) throws -> [ActiveBinding] {
    try all(
      "SELECT id, class, value FROM code WHERE borrower_id = ?1 AND ended_at IS NULL ORDER BY id", borrower
    ) { row in
      guard let kind = Code.Class(rawValue: try row.text("class")) else {
        throw StorageError(.mismatch, call: "cards", message: "an unknown class of codes")
      }
      return ActiveBinding(
        id: try row.integer("id"), key: Code.Key(class: kind, value: try row.text("value")), target: .borrower(borrower)
      )
    }
  }

  /// Returns the number of borrowers, without erased ones.
  package func borrowerCount() throws -> Int {
    try first("SELECT count(*) FROM borrower WHERE erased_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }

  private func borrower(from row: Row) throws -> Borrower {
    var block: Borrower.Block?
    if let at = try row.optionalTime("blocked_at") {
      block = Borrower.Block(reason: try row.optionalText("block_reason") ?? "", at: at)
    }
    return Borrower(
      id: try row.id("id"), name: try row.text("name"), shortName: try row.text("short_name"),
      group: try row.text("group_name"), isStaff: try row.flag("is_staff"), email: try row.optionalText("email"),
      phone: try row.optionalText("phone"), language: try row.optionalText("language"),
      expiresAt: try row.optionalTime("expires_at"), block: block,
      loanLimit: try row.optionalInteger("loan_limit").map(Int.init), hasPIN: try row.flag("has_pin"),
      note: try row.optionalText("note"), createdAt: try row.time("created_at"),
      version: Int(try row.integer("version")), openLoans: Int(try row.integer("open_loans")),
      overdueLoans: Int(try row.integer("overdue_loans")), feesDue: feesDue(try row.optionalText("fees_due")))
  }
}

/// Sums fees by currency. The text has the form `EUR:120,JPY:500,EUR:20`, since SQL would have to sort the fees to sum
/// them.
private func feesDue(_ text: String?) -> [String: Int] {
  let sums = (text ?? "").split(separator: ",").map { $0.split(separator: ":") }
  return Dictionary(sums.compactMap { $0.count == 2 ? (String($0[0]), Int($0[1]) ?? 0) : nil }, uniquingKeysWith: +)
}

/// A query whose first value is the current time.
private let borrowerSelect = """
  SELECT b.id, b.name, b.short_name, b.group_name, b.is_staff, b.email, b.phone, b.language, b.expires_at, b.blocked_at,
    b.block_reason, b.loan_limit, EXISTS (SELECT 1 FROM pin WHERE pin.borrower_id = b.id) AS has_pin, b.note,
    b.created_at, b.version,
    (SELECT count(*) FROM loan l WHERE l.borrower_id = b.id AND l.returned_at IS NULL) AS open_loans,
    (SELECT count(*) FROM loan l WHERE l.borrower_id = b.id AND l.returned_at IS NULL AND l.due_at < ?1) AS overdue_loans,
    (SELECT group_concat(f.currency || ':' || f.amount) FROM fee f
      WHERE f.borrower_id = b.id AND f.settled_at IS NULL AND f.kind <> 'refund') AS fees_due
  FROM borrower b
  """

extension WriteTransaction {
  /// Stores a new borrower.
  ///
  /// - Parameters:
  ///   - borrower: all data except PIN, cards, loans and fees.
  ///   - createdAt: the time of the enrolment; nil for now.
  /// - Throws: a `StorageError`.
  package func insert(_ borrower: Borrower, createdAt: Timestamp? = nil) throws {
    snapshotAddition(.borrower, borrower.id.text)
    try run(
      """
      INSERT INTO borrower (id, name, short_name, group_name, is_staff, email, language, expires_at, blocked_at,
        block_reason, loan_limit, note, created_at, modified_at, phone)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?15, ?13, ?14)
      """, borrower.id, borrower.name, borrower.shortName, borrower.group, borrower.isStaff, borrower.email,
      borrower.language, borrower.expiresAt, borrower.block?.at, borrower.block?.reason, borrower.loanLimit,
      borrower.note, now, borrower.phone, createdAt ?? now)
    try index(borrower.id, name: borrower.name, shortName: borrower.shortName)
  }

  /// Stores all data of a borrower except PIN, cards, loans and fees.
  ///
  /// - Returns: false if there is no such borrower or its version differs.
  /// - Throws: a `StorageError`.
  package func update(_ borrower: Borrower, ifVersion version: Int? = nil) throws -> Bool {
    try snapshot(.borrower, borrower.id.text)
    let changed = try run(
      """
      UPDATE borrower SET name = ?2, short_name = ?3, group_name = ?4, is_staff = ?5, email = ?6, language = ?7,
        expires_at = ?8, blocked_at = ?9, block_reason = ?10, loan_limit = ?11, note = ?12, modified_at = ?13,
        phone = ?15, version = version + 1
      WHERE id = ?1 AND erased_at IS NULL AND version = coalesce(?14, version)
      """, borrower.id, borrower.name, borrower.shortName, borrower.group, borrower.isStaff, borrower.email,
      borrower.language, borrower.expiresAt, borrower.block?.at, borrower.block?.reason, borrower.loanLimit,
      borrower.note, now, version, borrower.phone)
    guard changed == 1 else { return false }
    try index(borrower.id, name: borrower.name, shortName: borrower.shortName)
    return true
  }
}
