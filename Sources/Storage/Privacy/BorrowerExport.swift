package import Deadwax

extension Queryable {
  /// Returns the notes about a borrower, oldest first.
  package func remarks(about borrower: Borrower.ID) throws -> [BorrowerRemark] {
    try all(
      """
      SELECT at, kind, reason, block FROM (
        SELECT DISTINCT c.sequence, c.at, c.kind, c.reason, CASE r.table_name WHEN 'borrower'
          THEN coalesce(r.after ->> 'block_reason', r.before ->> 'block_reason') END AS block
        FROM change_row r JOIN change c ON c.sequence = r.change WHERE r.borrower_id = ?1
      ) remark WHERE reason IS NOT NULL OR block IS NOT NULL ORDER BY sequence
      """, borrower
    ) { row in
      BorrowerRemark(
        at: try row.time("at"), kind: try row.text("kind"), reason: try row.optionalText("reason"),
        blockReason: try row.optionalText("block"))
    }
  }

  /// Returns all stored data about a borrower as a JSON object, or nil if there is no such borrower.
  ///
  /// A PIN is stored as a hash, which is of no use to anyone. The export only says that a PIN exists.
  package func export(of borrower: Borrower.ID) throws -> String? {
    var json = HistoryJSON()
    var isKnown = false
    try json.object { json in
      json.name("borrower")
      try forEach(person, [borrower]) { row in
        try json.exported(row)
        isKnown = true
      }
      guard isKnown else { return }
      for (name, sql) in lists {
        json.name(name)
        try json.array { json in try forEach(sql, [borrower]) { try json.exported($0) } }
      }
    }
    return isKnown ? json.text : nil
  }
}

extension HistoryJSON {
  /// Writes a row as an object with the names of its columns.
  fileprivate mutating func exported(_ row: Row) throws {
    try object { json in
      for column in 0..<row.columnCount {
        let name = row.name(of: column)
        json.name(name)
        switch name {
        case "isStaff", "hasPIN", "isWaived": json.flag(try row.flag(Column(column)))
        case "before", "after":
          if let text = try row.optionalText(Column(column)) { json.written(text) } else { try json.value(.null) }
        default: try json.value(try row.value(column))
        }
      }
    }
  }
}

// The alias of each column is its name in the export. Times are milliseconds since 1970, as everywhere in the database.
private let person = """
  SELECT id AS "id", name AS "name", short_name AS "shortName", group_name AS "group", is_staff AS "isStaff",
    email AS "email", phone AS "phone", language AS "language", expires_at AS "expiresAt", blocked_at AS "blockedAt",
    block_reason AS "blockReason", loan_limit AS "loanLimit",
    CASE WHEN EXISTS (SELECT 1 FROM pin WHERE borrower_id = borrower.id) THEN 1 ELSE 0 END AS "hasPIN",
    note AS "note", created_at AS "createdAt", modified_at AS "modifiedAt"
  FROM borrower WHERE id = ?1 AND erased_at IS NULL
  """

private let lists: [(name: String, sql: String)] = [
  (
    "cards",
    """
    SELECT class AS "class", value AS "code", bound_at AS "boundAt", ended_at AS "endedAt"
    FROM code WHERE borrower_id = ?1 ORDER BY id
    """
  ),
  (
    "pageLinks",
    """
    SELECT kind AS "kind", created_at AS "createdAt", ends_at AS "endsAt" FROM borrower_link WHERE borrower_id = ?1
    ORDER BY created_at, kind
    """
  ),
  (
    "loans",
    """
    SELECT l.id AS "id", c.number AS "copy", r.artist AS "artist", r.title AS "title", l.station AS "station",
      l.opened_at AS "openedAt", l.due_at AS "dueAt", l.renewals AS "renewals", l.renewed_at AS "renewedAt",
      l.parts AS "parts", l.parts_back AS "partsBack", l.claimed_returned_at AS "claimedReturnedAt",
      l.returned_at AS "returnedAt"
    FROM loan l JOIN copy c ON c.id = l.copy_id JOIN release r ON r.id = c.release_id
    WHERE l.borrower_id = ?1 ORDER BY l.opened_at, l.id
    """
  ),
  (
    "holds",
    """
    SELECT h.id AS "id", r.artist AS "artist", r.title AS "title", h.state AS "state", h.created_at AS "createdAt",
      h.ready_at AS "readyAt", h.pick_up_by AS "pickUpBy", h.not_after AS "notAfter", h.closed_at AS "closedAt"
    FROM hold h LEFT JOIN copy c ON c.id = h.copy_id JOIN release r ON r.id = coalesce(h.release_id, c.release_id)
    WHERE h.borrower_id = ?1 ORDER BY h.created_at, h.id
    """
  ),
  (
    "fees",
    """
    SELECT id AS "id", loan_id AS "loan", kind AS "kind", amount AS "amount", currency AS "currency", at AS "at",
      settled_at AS "settledAt", is_waived AS "isWaived", note AS "note", refund_of AS "refundOf"
    FROM fee WHERE borrower_id = ?1 ORDER BY at, id
    """
  ),
  (
    "sessions",
    """
    SELECT id AS "id", station AS "station", began_at AS "beganAt", ended_at AS "endedAt"
    FROM session WHERE borrower_id = ?1 ORDER BY began_at, id
    """
  ),
  (
    "reminders",
    """
    SELECT m.kind AS "kind", m.way AS "way", m.due_at AS "dueAt", m.claimed_at AS "claimedAt", m.sent_at AS "sentAt"
    FROM loan l JOIN reminder m ON m.loan_id = l.id WHERE l.borrower_id = ?1
    UNION ALL
    SELECT m.kind AS "kind", m.way AS "way", m.due_at AS "dueAt", m.claimed_at AS "claimedAt", m.sent_at AS "sentAt"
    FROM hold h JOIN reminder m ON m.hold_id = h.id WHERE h.borrower_id = ?1
    """
  ),
  (
    "scans",
    """
    SELECT id AS "id", station AS "station", at AS "at", text AS "code", outcome AS "outcome"
    FROM scan WHERE text IN (SELECT value FROM code WHERE borrower_id = ?1) ORDER BY sequence
    """
  ),
  (
    "offline",
    """
    SELECT e.id AS "id", j.station AS "station", e.at AS "at", e.act AS "act", e.code AS "code", e.card AS "card",
      e.merged_at AS "mergedAt", e.state AS "state", e.outcome AS "outcome", e.done_at AS "doneAt",
      e.note AS "note"
    FROM offline_entry e JOIN offline_journal j ON j.id = e.journal_id
    WHERE e.borrower_id = ?1 OR e.card IN (SELECT value FROM code WHERE borrower_id = ?1)
      OR e.code IN (SELECT value FROM code WHERE borrower_id = ?1) ORDER BY e.number
    """
  ),
  (
    "changes",
    """
    SELECT c.id AS "id", c.kind AS "kind", c.at AS "at", c.station AS "station", c.reason AS "reason",
      r.table_name AS "table", r.before AS "before", r.after AS "after"
    FROM change_row r JOIN change c ON c.sequence = r.change WHERE r.borrower_id = ?1 ORDER BY r.change, r.position
    """
  ),
]
