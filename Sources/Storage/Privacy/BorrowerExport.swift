package import Deadwax

extension Queryable {
  /// Returns the notes about a borrower, oldest first.
  package func remarks(about borrower: Borrower.ID) throws -> [BorrowerRemark] {
    try all(
      """
      SELECT DISTINCT c.sequence, c.at, c.kind, c.reason, CASE r.table_name WHEN 'borrower'
        THEN coalesce(r.after ->> 'block_reason', r.before ->> 'block_reason') END AS block
      FROM change_row r JOIN change c ON c.sequence = r.change
      WHERE r.borrower_id = ?1 AND (c.reason IS NOT NULL OR block IS NOT NULL) ORDER BY c.sequence
      """, borrower
    ) { row in
      BorrowerRemark(
        at: try row.time(1), kind: try row.text(2), reason: try row.optionalText(3),
        blockReason: try row.optionalText(4))
    }
  }

  /// Returns all stored data about a borrower as a JSON object, or nil if there is no such borrower.
  ///
  /// A PIN is stored as a hash, which is of no use to anyone. The export only says that a PIN exists.
  package func export(of borrower: Borrower.ID) throws -> String? {
    guard
      let person = try first(
        """
        SELECT json_object('id', id, 'name', name, 'shortName', short_name, 'group', group_name,
          'isStaff', json(CASE is_staff WHEN 1 THEN 'true' ELSE 'false' END), 'email', email, 'language', language,
          'expiresAt', expires_at, 'blockedAt', blocked_at, 'blockReason', block_reason, 'loanLimit', loan_limit,
          'hasPIN', json(CASE WHEN EXISTS (SELECT 1 FROM pin WHERE borrower_id = borrower.id) THEN 'true'
            ELSE 'false' END),
          'note', note, 'createdAt', created_at, 'modifiedAt', modified_at)
        FROM borrower WHERE id = ?1 AND erased_at IS NULL
        """, borrower, as: { try $0.text(0) })
    else { return nil }
    var members = ["\"borrower\":\(person)"]
    for (name, sql) in lists {
      let list = try first("SELECT json_group_array(json(row)) FROM (\(sql))", borrower) { try $0.text(0) } ?? "[]"
      members.append("\"\(name)\":\(list)")
    }
    return "{\(members.joined(separator: ","))}"
  }
}

// Times are milliseconds since 1970, as everywhere in the database.
private let lists: [(name: String, sql: String)] = [
  (
    "cards",
    """
    SELECT json_object('class', class, 'code', value, 'boundAt', bound_at, 'endedAt', ended_at) AS row
    FROM code WHERE borrower_id = ?1 ORDER BY id
    """
  ),
  (
    "loans",
    """
    SELECT json_object('id', l.id, 'copy', c.number, 'artist', r.artist, 'title', r.title, 'station', l.station,
      'openedAt', l.opened_at, 'dueAt', l.due_at, 'renewals', l.renewals, 'renewedAt', l.renewed_at, 'parts', l.parts,
      'partsBack', l.parts_back, 'claimedReturnedAt', l.claimed_returned_at, 'returnedAt', l.returned_at) AS row
    FROM loan l JOIN copy c ON c.id = l.copy_id JOIN release r ON r.id = c.release_id
    WHERE l.borrower_id = ?1 ORDER BY l.opened_at, l.id
    """
  ),
  (
    "holds",
    """
    SELECT json_object('id', h.id, 'artist', r.artist, 'title', r.title, 'state', h.state, 'createdAt', h.created_at,
      'readyAt', h.ready_at, 'pickUpBy', h.pick_up_by, 'notAfter', h.not_after, 'closedAt', h.closed_at) AS row
    FROM hold h LEFT JOIN copy c ON c.id = h.copy_id JOIN release r ON r.id = coalesce(h.release_id, c.release_id)
    WHERE h.borrower_id = ?1 ORDER BY h.created_at, h.id
    """
  ),
  (
    "fees",
    """
    SELECT json_object('id', id, 'loan', loan_id, 'kind', kind, 'amount', amount, 'currency', currency, 'at', at,
      'settledAt', settled_at, 'isWaived', json(CASE is_waived WHEN 1 THEN 'true' ELSE 'false' END), 'note', note,
      'refundOf', refund_of) AS row
    FROM fee WHERE borrower_id = ?1 ORDER BY at, id
    """
  ),
  (
    "sessions",
    """
    SELECT json_object('id', id, 'station', station, 'beganAt', began_at, 'endedAt', ended_at) AS row
    FROM session WHERE borrower_id = ?1 ORDER BY began_at, id
    """
  ),
  (
    "reminders",
    """
    SELECT json_object('kind', m.kind, 'dueAt', m.due_at, 'claimedAt', m.claimed_at, 'sentAt', m.sent_at) AS row
    FROM loan l JOIN reminder m ON m.loan_id = l.id WHERE l.borrower_id = ?1
    UNION ALL
    SELECT json_object('kind', m.kind, 'dueAt', m.due_at, 'claimedAt', m.claimed_at, 'sentAt', m.sent_at)
    FROM hold h JOIN reminder m ON m.hold_id = h.id WHERE h.borrower_id = ?1
    """
  ),
  (
    "scans",
    """
    SELECT json_object('id', id, 'station', station, 'at', at, 'code', text, 'outcome', outcome) AS row
    FROM scan WHERE text IN (SELECT value FROM code WHERE borrower_id = ?1) ORDER BY sequence
    """
  ),
  (
    "offline",
    """
    SELECT json_object('id', e.id, 'station', j.station, 'at', e.at, 'act', e.act, 'code', e.code, 'card', e.card,
      'mergedAt', e.merged_at, 'state', e.state, 'outcome', e.outcome, 'doneAt', e.done_at, 'note', e.note) AS row
    FROM offline_entry e JOIN offline_journal j ON j.id = e.journal_id
    WHERE e.borrower_id = ?1 OR e.card IN (SELECT value FROM code WHERE borrower_id = ?1)
      OR e.code IN (SELECT value FROM code WHERE borrower_id = ?1) ORDER BY e.number
    """
  ),
  (
    "changes",
    """
    SELECT json_object('id', c.id, 'kind', c.kind, 'at', c.at, 'station', c.station, 'reason', c.reason,
      'table', r.table_name, 'before', json(r.before), 'after', json(r.after)) AS row
    FROM change_row r JOIN change c ON c.sequence = r.change WHERE r.borrower_id = ?1 ORDER BY r.change, r.position
    """
  ),
]
