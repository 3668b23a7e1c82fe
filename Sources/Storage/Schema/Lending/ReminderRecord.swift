package import Deadwax

extension WriteTransaction {
  /// Claims the reminders that are due, each once. Reminders that were claimed before are left out, and so are loans
  /// that ended or are claimed returned.
  ///
  /// - Parameters:
  ///   - kind: `dueSoon` for loans due from now until `time`, `overdue` for loans due before `time`, `holdReady` for
  ///     holds that became ready before `time`, `holdExpired` for holds that expired before `time`, and after
  ///     `endedAfter`.
  ///   - time: the exclusive upper bound of these times.
  ///   - stage: the number of this reminder among several for the same loan. Loans that had this stage or a later one
  ///     are left out. Not used for holds.
  ///   - lentBefore: leaves out loans opened or renewed at or after this time, nil for no limit. Not used for holds.
  ///   - endedAfter: leaves out holds that expired before this time. Used for `holdExpired` only.
  ///   - ways: the ways in which a notice can be sent, the preferred one first. Borrowers whom none of them reaches are
  ///     left out.
  ///   - limit: the maximum number of reminders.
  /// - Returns: the reminders, which the caller is to send now.
  /// - Throws: a `StorageError`.
  package func claimReminders(
    _ kind: Reminder.Kind, before time: Timestamp, stage: Int = 0, lentBefore: Timestamp? = nil,
    endedAfter: Timestamp = Timestamp(milliseconds: .min), by ways: [NoticeWay] = NoticeWay.allCases, limit: Int
  ) throws -> [Reminder] {
    let (byMail, byText, byPaper) = (ways.contains(.mail), ways.contains(.text), ways.contains(.print))
    func due(_ row: Row, _ time: Column) throws -> Due {
      Due(
        id: try row.text("id"), borrower: try row.id("borrower_id"), at: try row.time(time),
        hasMail: try row.flag("has_mail"), hasPhone: try row.flag("has_phone"))
    }
    let reached = "b.email IS NOT NULL AS has_mail, b.phone IS NOT NULL AS has_phone"
    // PostgreSQL takes the type of a parameter from its first use, so a comparison stands before `IS NULL`.
    let found: [Due] =
      switch kind {
      case .dueSoon, .overdue:
        try all(
          """
          SELECT l.id, l.borrower_id, l.due_at, \(reached) FROM loan l JOIN borrower b ON b.id = l.borrower_id
          WHERE l.returned_at IS NULL AND l.claimed_returned_at IS NULL AND l.due_at >= ?1 AND l.due_at < ?2
            AND ((?7 = 1 AND b.email IS NOT NULL) OR (?8 = 1 AND b.phone IS NOT NULL) OR ?9 = 1)
            AND (coalesce(l.renewed_at, l.opened_at) < ?5 OR ?5 IS NULL)
            AND NOT EXISTS (
              SELECT 1 FROM reminder r
              WHERE r.loan_id = l.id AND r.kind = ?3 AND r.due_at = l.due_at AND r.stage >= ?6)
          ORDER BY l.due_at, l.id LIMIT ?4
          """, kind == .dueSoon ? now : Timestamp(milliseconds: .min), time, kind.rawValue, limit,
          lentBefore, stage, byMail, byText, byPaper
        ) { try due($0, "due_at") }
      case .holdReady:
        try all(
          """
          SELECT h.id, h.borrower_id, h.pick_up_by, \(reached) FROM hold h JOIN borrower b ON b.id = h.borrower_id
          WHERE h.state = 'ready' AND h.ready_at < ?1
            AND ((?3 = 1 AND b.email IS NOT NULL) OR (?4 = 1 AND b.phone IS NOT NULL) OR ?5 = 1) AND NOT EXISTS (
            SELECT 1 FROM reminder r WHERE r.hold_id = h.id AND r.kind = 'hold-ready' AND r.due_at = h.pick_up_by)
          ORDER BY h.created_at, h.id LIMIT ?2
          """, time, limit, byMail, byText, byPaper
        ) { try due($0, "pick_up_by") }
      case .holdExpired:
        try all(
          """
          SELECT h.id, h.borrower_id, coalesce(h.pick_up_by, h.not_after, h.closed_at) AS ended, \(reached)
          FROM hold h JOIN borrower b ON b.id = h.borrower_id
          WHERE h.state = 'expired' AND h.closed_at < ?1 AND h.closed_at >= ?6
            AND ((?3 = 1 AND b.email IS NOT NULL) OR (?4 = 1 AND b.phone IS NOT NULL) OR ?5 = 1) AND NOT EXISTS (
            SELECT 1 FROM reminder r WHERE r.hold_id = h.id AND r.kind = 'hold-expired')
          ORDER BY h.created_at, h.id LIMIT ?2
          """, time, limit, byMail, byText, byPaper, endedAfter
        ) { try due($0, "ended") }
      }
    return try found.compactMap { subject -> Reminder? in
      guard let way = NoticeWay.chosen(from: ways, hasMail: subject.hasMail, hasPhone: subject.hasPhone) else {
        return nil
      }
      let reminder = Reminder(
        id: newID(), kind: kind, way: way, borrower: subject.borrower,
        loan: kind.isAboutHold ? nil : Loan.ID(subject.id), hold: kind.isAboutHold ? Hold.ID(subject.id) : nil,
        dueAt: subject.at, attempts: 0)
      try run(
        """
        INSERT INTO reminder (id, loan_id, hold_id, kind, due_at, stage, claimed_at, way)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, reminder.id, reminder.loan, reminder.hold, kind.rawValue, subject.at, stage, now, way.rawValue)
      return reminder
    }
  }

  /// Claims a reminder again that is known not to have been sent. Returns false if it was already claimed again.
  package func claimAgain(_ reminder: Reminder.ID) throws -> Bool {
    try run(
      "UPDATE reminder SET claimed_at = ?2, failed_at = NULL, error = NULL WHERE id = ?1 AND failed_at IS NOT NULL",
      reminder, now) == 1
  }

  /// Records that a reminder was sent. It is never sent again.
  package func noteSent(_ reminder: Reminder.ID) throws {
    try run(
      "UPDATE reminder SET sent_at = ?2, failed_at = NULL, error = NULL, attempts = attempts + 1 WHERE id = ?1",
      reminder, now)
  }

  /// Records that a reminder is known not to have been sent, with the reason. The text is cut to 500 characters.
  package func noteFailed(_ reminder: Reminder.ID, error: String) throws {
    try run(
      "UPDATE reminder SET failed_at = ?2, error = ?3, attempts = attempts + 1 WHERE id = ?1", reminder, now,
      String(error.prefix(500)))
  }

  /// Records that it is not known whether a reminder was sent, so that it is not sent again.
  package func noteUnknown(_ reminder: Reminder.ID, error: String) throws {
    try run(
      "UPDATE reminder SET failed_at = NULL, error = ?2, attempts = attempts + 1 WHERE id = ?1", reminder,
      String(error.prefix(500)))
  }

  /// Records the same for all reminders that were claimed and have no result. Only the process that claims may call it,
  /// and not while it sends: reminders being sent have no result either.
  ///
  /// - Returns: the number of reminders.
  package func noteLostReminders(error: String) throws -> Int {
    try run(
      """
      UPDATE reminder SET error = ?1, attempts = attempts + 1
      WHERE sent_at IS NULL AND failed_at IS NULL AND error IS NULL
      """, error)
  }

  /// Deletes a claimed reminder that is not to be sent.
  package func withdraw(_ reminder: Reminder.ID) throws {
    try run("DELETE FROM reminder WHERE id = ?1 AND sent_at IS NULL", reminder)
  }
}

extension Queryable {
  /// Returns true if a reminder still applies. The loan must be open, not claimed returned and have the same due time;
  /// a ready hold must have the same pick-up time, and an
  /// expired one must not have been brought back.
  package func isStillDue(_ reminder: Reminder) throws -> Bool {
    if let loan = reminder.loan {
      return try first(
        """
        SELECT 1 FROM loan WHERE id = ?1 AND returned_at IS NULL AND claimed_returned_at IS NULL AND due_at = ?2
        """, loan, reminder.dueAt
      ) { try $0.flag(0) } ?? false
    }
    if reminder.kind == .holdExpired {
      return try first("SELECT 1 FROM hold WHERE id = ?1 AND state = 'expired'", reminder.hold) { try $0.flag(0) }
        ?? false
    }
    return try first(
      "SELECT 1 FROM hold WHERE id = ?1 AND state = 'ready' AND pick_up_by = ?2", reminder.hold, reminder.dueAt
    ) { try $0.flag(0) } ?? false
  }

  /// Returns at most `limit` reminders that are known not to have been sent and were tried fewer times than `attempts`.
  /// Claimed reminders without a result are left out, since they may have been sent.
  package func failedReminders(attempts: Int, limit: Int) throws -> [Reminder] {
    try failedReminders(from: 0, to: attempts - 1, before: Timestamp(milliseconds: .max), limit: limit)
  }

  /// Returns at most `limit` unsent reminders that were tried exactly `tried` times, the last time before `time`.
  package func failedReminders(tried: Int, before time: Timestamp, limit: Int) throws -> [Reminder] {
    try failedReminders(from: tried, to: tried, before: time, limit: limit)
  }

  private func failedReminders(from: Int, to: Int, before time: Timestamp, limit: Int) throws -> [Reminder] {
    try all(
      """
      SELECT r.id, r.kind, r.way, coalesce(l.borrower_id, h.borrower_id) AS borrower, r.loan_id, r.hold_id, r.due_at, r.attempts
      FROM reminder r LEFT JOIN loan l ON l.id = r.loan_id LEFT JOIN hold h ON h.id = r.hold_id
      WHERE r.sent_at IS NULL AND r.failed_at < ?2 AND r.attempts BETWEEN ?1 AND ?4
        AND coalesce(l.borrower_id, h.borrower_id) IS NOT NULL
      ORDER BY r.claimed_at, r.id LIMIT ?3
      """, from, time, limit, to
    ) { row in
      Reminder(
        id: try row.id("id"), kind: Reminder.Kind(rawValue: try row.text("kind")) ?? .overdue,
        way: NoticeWay(rawValue: try row.text("way")) ?? .mail, borrower: try row.id("borrower"),
        loan: try row.optionalID("loan_id"), hold: try row.optionalID("hold_id"), dueAt: try row.time("due_at"),
        attempts: Int(try row.integer("attempts")))
    }
  }

  /// Returns the numbers of reminders by state: `sent`, `refused` by the mail program, and `unknown`.
  package func reminderCounts() throws -> [String: Int] {
    let rows = try all(
      """
      SELECT CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'refused' ELSE 'unknown' END
        AS result, count(*) AS reminders
      FROM reminder WHERE sent_at IS NOT NULL OR error IS NOT NULL GROUP BY 1
      """
    ) { (try $0.text("result"), Int(try $0.integer("reminders"))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

/// A loan or hold whose borrower is to be notified.
private struct Due {
  var id: String
  var borrower: Borrower.ID
  var at: Timestamp
  var hasMail: Bool
  var hasPhone: Bool
}
