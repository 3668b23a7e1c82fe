package import Deadwax

extension Queryable {
  package func hold(_ id: Hold.ID) throws -> Hold? {
    try first("\(holdSelect) WHERE h.id = ?1", id, as: hold(from:))
  }

  /// Returns the open holds that a copy can fulfil, on the copy itself and on its release, in queue order.
  package func holds(fulfilledBy copy: Copy.ID, of release: Release.ID) throws -> [Hold] {
    try all(
      """
      SELECT * FROM (
        \(holdSelect) WHERE h.copy_id = ?1 AND h.closed_at IS NULL
        UNION ALL \(holdSelect) WHERE h.release_id = ?2 AND h.closed_at IS NULL
      ) ORDER BY created_at, id
      """, copy, release, as: hold(from:))
  }

  /// Returns the open holds on a release and on any copy of it, in queue order.
  package func holds(on release: Release.ID) throws -> [Hold] {
    try all(
      """
      SELECT * FROM (
        \(holdSelect) WHERE h.release_id = ?1 AND h.closed_at IS NULL
        UNION ALL
        \(holdSelect) WHERE h.closed_at IS NULL AND h.copy_id IN (SELECT c.id FROM copy c WHERE c.release_id = ?1)
      ) ORDER BY created_at, id
      """, release, as: hold(from:))
  }

  /// Returns the hold for which a copy is ready for pick-up.
  package func readyHold(of copy: Copy.ID) throws -> Hold? {
    try first("\(holdSelect) WHERE h.ready_copy_id = ?1 AND h.state = 'ready'", copy, as: hold(from:))
  }

  /// Returns the numbers of open holds by state.
  package func openHolds() throws -> [Hold.State: Int] {
    let rows = try all("SELECT state, count(*) AS holds FROM hold WHERE closed_at IS NULL GROUP BY state") { row in
      (Hold.State(rawValue: try row.text("state")) ?? .waiting, Int(try row.integer("holds")))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Returns the number of a borrower's open holds.
  package func openHolds(of borrower: Borrower.ID) throws -> Int {
    try first("SELECT count(*) FROM hold WHERE borrower_id = ?1 AND closed_at IS NULL", borrower) {
      Int(try $0.integer(0))
    } ?? 0
  }

  /// Returns at most `limit` holds, the oldest first.
  ///
  /// - Parameters:
  ///   - state: the state of the holds, nil for all.
  ///   - isOpen: true for only waiting and ready holds.
  ///   - borrower: the borrower of the holds, nil for all.
  ///   - release: the release of the holds, nil for all. Holds on a copy of it are not included.
  ///   - cursor: the `createdAt` and id of the last hold on the previous page, nil for the first page.
  ///   - limit: the maximum number of holds.
  /// - Returns: the holds.
  /// - Throws: a `StorageError`.
  package func holds(
    state: Hold.State? = nil, isOpen: Bool = false, borrower: Borrower.ID? = nil, release: Release.ID? = nil,
    after cursor: ListCursor? = nil, limit: Int
  ) throws -> [Hold] {
    var list = conditions(state: state, isOpen: isOpen, borrower: borrower, release: release)
    list.add("(h.created_at, h.id) > (?, ?)", after: cursor)
    return try all(
      "\(holdSelect) \(list.sql) ORDER BY h.created_at, h.id LIMIT ?", list.values + [limit], as: hold(from:))
  }

  /// Returns the number of holds in a list as above; nil for more than `ListTotal.limit`.
  package func holdTotal(
    state: Hold.State? = nil, isOpen: Bool = false, borrower: Borrower.ID? = nil, release: Release.ID? = nil
  ) throws -> Int? {
    try total(of: "hold h", conditions(state: state, isOpen: isOpen, borrower: borrower, release: release))
  }

  private func conditions(
    state: Hold.State?, isOpen: Bool, borrower: Borrower.ID?, release: Release.ID?
  ) -> ListConditions {
    var list = ListConditions()
    list.add("h.state = ?", ifGiven: state?.rawValue)
    if isOpen { list.add("h.closed_at IS NULL") }
    list.add("h.borrower_id = ?", ifGiven: borrower)
    list.add("h.release_id = ?", ifGiven: release)
    return list
  }

  /// Returns the holds whose copies stand on the pick-up shelf: the ready ones, and those that ended while they were
  /// ready, if their copies have not been scanned, lent or trapped since.
  ///
  /// - Parameter time: the time before which an ended hold is left out.
  /// - Returns: the holds, in the order in which they were placed.
  /// - Throws: a `StorageError`.
  package func holdsOnShelf(endedAfter time: Timestamp) throws -> [Hold] {
    try all(
      """
      SELECT * FROM (
        \(holdSelect) WHERE h.state = 'ready'
        UNION ALL \(holdSelect) JOIN copy c ON c.id = h.ready_copy_id
        WHERE h.closed_at > ?1 AND h.state NOT IN ('waiting', 'ready', 'fulfilled') AND c.status = 'available'
          AND NOT EXISTS (SELECT 1 FROM hold o WHERE o.ready_copy_id = c.id AND o.ready_at >= h.closed_at)
          AND NOT EXISTS (SELECT 1 FROM hold o WHERE o.ready_copy_id = c.id AND o.closed_at > h.closed_at)
          AND NOT EXISTS (SELECT 1 FROM loan l WHERE l.copy_id = c.id AND l.opened_at >= h.closed_at)
          AND NOT EXISTS (SELECT 1 FROM scan s WHERE s.copy_id = c.id AND s.received_at > h.closed_at)
      ) ORDER BY created_at, id
      """, time, as: hold(from:))
  }

  /// Returns at most `limit` open holds whose last moment, of pick-up or of need, is before a time, the oldest first. An
  /// index finds these candidates; the lending rules decide which of them have expired.
  package func holds(endingBefore time: Timestamp, limit: Int) throws -> [Hold] {
    try all(
      """
      SELECT * FROM (
        \(holdSelect) WHERE h.state = 'ready' AND h.pick_up_by < ?1
        UNION ALL \(holdSelect) WHERE h.state = 'waiting' AND h.not_after IS NOT NULL AND h.not_after < ?1
      ) ORDER BY created_at, id LIMIT ?2
      """, time, limit, as: hold(from:))
  }

  private func hold(from row: Row) throws -> Hold {
    let subject: Hold.Subject
    if let release: Release.ID = try row.optionalID("release_id") {
      subject = .release(release)
    } else {
      subject = .copy(try row.id("copy_id"))
    }
    guard let state = Hold.State(rawValue: try row.text("state")) else {
      throw StorageError(.mismatch, call: "hold", message: "an unknown state of a hold")
    }
    return Hold(
      id: try row.id("id"), subject: subject, borrower: try row.optionalID("borrower_id") ?? .absent, state: state,
      copy: try row.optionalID("ready_copy_id"), readyAt: try row.optionalTime("ready_at"),
      pickUpBy: try row.optionalTime("pick_up_by"),
      notAfter: try row.optionalTime("not_after"), createdAt: try row.time("created_at"),
      closedAt: try row.optionalTime("closed_at"),
      position: Int(try row.integer("position")), version: Int(try row.integer("version")))
  }
}

private let holdSelect = """
  SELECT h.id AS id, h.release_id, h.copy_id, h.borrower_id, h.state, h.ready_copy_id, h.ready_at, h.pick_up_by,
    h.not_after, h.created_at AS created_at, h.closed_at,
    CASE h.state WHEN 'waiting' THEN
      (SELECT count(*) FROM hold q WHERE q.release_id = h.release_id AND q.closed_at IS NULL AND q.state = 'waiting'
        AND (q.created_at, q.id) <= (h.created_at, h.id))
      + (SELECT count(*) FROM hold q WHERE q.copy_id = h.copy_id AND q.closed_at IS NULL AND q.state = 'waiting'
        AND (q.created_at, q.id) <= (h.created_at, h.id))
    ELSE 0 END AS position, h.version
  FROM hold h
  """

extension WriteTransaction {
  /// Adds a hold.
  ///
  /// - Throws: `.conflict` if the borrower has an open hold on the same release or copy.
  package func insert(_ hold: Hold) throws {
    try snapshot(.hold, hold.id.text)
    var release: Release.ID?
    var copy: Copy.ID?
    switch hold.subject {
    case .release(let id): release = id
    case .copy(let id): copy = id
    }
    try run(
      """
      INSERT INTO hold (id, release_id, copy_id, borrower_id, state, ready_copy_id, ready_at, pick_up_by, not_after,
        created_at, closed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """, hold.id, release, copy, hold.borrower, hold.state.rawValue, hold.copy, hold.readyAt, hold.pickUpBy,
      hold.notAfter, hold.createdAt, hold.closedAt)
  }

  /// Records that a copy is ready for pick-up for a waiting hold. Returns false if the hold is not waiting.
  ///
  /// - Throws: `.conflict` if the copy is ready for another hold.
  package func setReady(_ hold: Hold.ID, copy: Copy.ID, until: Timestamp) throws -> Bool {
    try snapshot(.hold, hold.text)
    return try run(
      """
      UPDATE hold SET state = 'ready', ready_copy_id = ?2, ready_at = ?3, pick_up_by = ?4, version = version + 1
      WHERE id = ?1 AND state = 'waiting'
      """, hold, copy, now, until) == 1
  }

  /// Returns a ready hold to its place in the queue. Returns false if it was not ready.
  package func setWaiting(_ hold: Hold.ID) throws -> Bool {
    try snapshot(.hold, hold.text)
    return try run(
      """
      UPDATE hold SET state = 'waiting', ready_copy_id = NULL, ready_at = NULL, pick_up_by = NULL, version = version + 1
      WHERE id = ?1 AND state = 'ready'
      """, hold) == 1
  }

  /// Closes an open hold. Returns false if it was not open.
  package func close(_ hold: Hold.ID, as state: Hold.State) throws -> Bool {
    try snapshot(.hold, hold.text)
    return try run(
      "UPDATE hold SET state = ?2, closed_at = ?3, version = version + 1 WHERE id = ?1 AND closed_at IS NULL", hold,
      state.rawValue, now) == 1
  }
}
