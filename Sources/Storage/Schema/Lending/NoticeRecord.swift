package import Deadwax

/// A notice as the log shows it. It has no text and no address; the borrower is that of its loan or hold.
package struct NoticeRecord: Hashable, Sendable {
  package var reminder: Reminder.ID
  package var kind: NoticeKind
  package var way: NoticeWay
  package var state: NoticeState
  /// The borrower; nil after the loan or hold was anonymised.
  package var borrower: Borrower.ID?
  package var loan: Loan.ID?
  package var hold: Hold.ID?
  package var release: Release.ID
  package var dueAt: Timestamp
  package var claimedAt: Timestamp
  package var sentAt: Timestamp?
  package var attempts: Int
  /// The reason that it was refused, or that its result is unknown.
  package var error: String?

  /// The notice to a borrower, as it was claimed.
  package func claimed(for borrower: Borrower.ID) -> Reminder {
    Reminder(
      id: reminder, kind: kind, way: way, borrower: borrower, loan: loan, hold: hold, dueAt: dueAt, attempts: attempts)
  }
}

extension Queryable {
  /// Returns at most `limit` notices, the newest first.
  ///
  /// - Parameters:
  ///   - state: only notices with this result; nil for all.
  ///   - isOpen: true for only notices that were not sent.
  ///   - borrower: the borrower of the notices, nil for all.
  ///   - cursor: the `claimedAt` and id of the last notice on the previous page, nil for the first page.
  ///   - limit: the maximum number of notices.
  /// - Returns: the notices.
  /// - Throws: a `StorageError`.
  package func notices(
    state: NoticeState?, isOpen: Bool, borrower: Borrower.ID?, before cursor: ListCursor?, limit: Int
  ) throws -> [NoticeRecord] {
    var list = conditions(state: state, isOpen: isOpen, borrower: borrower)
    list.add("(m.claimed_at, m.id) < (?, ?)", after: cursor)
    return try all(
      "\(noticeSelect) \(list.sql) ORDER BY m.claimed_at DESC, m.id DESC LIMIT ?", list.values + [limit],
      as: notice(from:))
  }

  /// Returns the number of notices in a list as above; nil for more than `ListTotal.limit`.
  package func noticeTotal(state: NoticeState?, isOpen: Bool, borrower: Borrower.ID?) throws -> Int? {
    try total(of: noticeTables, conditions(state: state, isOpen: isOpen, borrower: borrower))
  }

  package func notice(_ id: Reminder.ID) throws -> NoticeRecord? {
    try first("\(noticeSelect) WHERE m.id = ?1", id, as: notice(from:))
  }

  /// Returns the newest notice of a kind whose borrower is known.
  package func newestNotice(_ kind: NoticeKind) throws -> NoticeRecord? {
    try first(
      """
      \(noticeSelect) WHERE m.kind = ?1 AND coalesce(l.borrower_id, h.borrower_id) IS NOT NULL
      ORDER BY m.claimed_at DESC, m.id DESC LIMIT 1
      """, kind.rawValue, as: notice(from:))
  }

  private func conditions(state: NoticeState?, isOpen: Bool, borrower: Borrower.ID?) -> ListConditions {
    var list = ListConditions()
    if isOpen { list.add("m.sent_at IS NULL") }
    switch state {
    case nil: break
    case .sent: list.add("m.sent_at IS NOT NULL")
    case .refused: list.add("m.sent_at IS NULL AND m.failed_at IS NOT NULL")
    case .unknown: list.add("m.sent_at IS NULL AND m.failed_at IS NULL AND m.error IS NOT NULL")
    case .sending: list.add("m.sent_at IS NULL AND m.failed_at IS NULL AND m.error IS NULL")
    }
    list.add("coalesce(l.borrower_id, h.borrower_id) = ?", ifGiven: borrower)
    return list
  }

  private func notice(from row: Row) throws -> NoticeRecord {
    let (sentAt, failedAt, error) = (
      try row.optionalTime("sent_at"), try row.optionalTime("failed_at"), try row.optionalText("error")
    )
    let state: NoticeState = sentAt != nil ? .sent : failedAt != nil ? .refused : error != nil ? .unknown : .sending
    guard let kind = NoticeKind(rawValue: try row.text("kind")), let way = NoticeWay(rawValue: try row.text("way"))
    else {
      throw StorageError(.mismatch, call: "notice", message: "an unknown kind or way of a notice")
    }
    return NoticeRecord(
      reminder: try row.id("id"), kind: kind, way: way, state: state, borrower: try row.optionalID("borrower"),
      loan: try row.optionalID("loan_id"), hold: try row.optionalID("hold_id"), release: try row.id("release_id"),
      dueAt: try row.time("due_at"), claimedAt: try row.time("claimed_at"), sentAt: sentAt,
      attempts: Int(try row.integer("attempts")), error: error)
  }
}

private let noticeTables = """
  reminder m LEFT JOIN loan l ON l.id = m.loan_id LEFT JOIN hold h ON h.id = m.hold_id
    LEFT JOIN copy c ON c.id = coalesce(l.copy_id, h.copy_id)
  """

private let noticeSelect = """
  SELECT m.id, m.kind, m.way, coalesce(l.borrower_id, h.borrower_id) AS borrower, m.loan_id, m.hold_id,
    coalesce(c.release_id, h.release_id) AS release_id, m.due_at, m.claimed_at, m.sent_at, m.failed_at, m.attempts,
    m.error
  FROM \(noticeTables)
  """

extension WriteTransaction {
  /// Records that a notice that was refused, or whose result is unknown, is to be sent again with the next run. Returns
  /// false if it was sent, or is being sent.
  package func sendAgain(_ reminder: Reminder.ID) throws -> Bool {
    try run(
      """
      UPDATE reminder SET attempts = 1, failed_at = 0
      WHERE id = ?1 AND sent_at IS NULL AND (failed_at IS NOT NULL OR error IS NOT NULL)
      """, reminder) == 1
  }
}
