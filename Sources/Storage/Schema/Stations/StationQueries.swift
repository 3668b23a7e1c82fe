package import Deadwax

extension Queryable {
  /// Returns the state and the policy (as JSON) of a station in one query. Each is nil if it was never stored.
  package func storedStation(_ name: Station.Name) throws -> (state: StationState?, policy: String?) {
    try first(
      """
      SELECT (SELECT state FROM station WHERE name = ?1) AS state,
        (SELECT policy FROM station_policy WHERE station = ?1) AS policy
      """, name.text
    ) { row in
      (
        try row.optionalText("state").map { try ColumnJSON.read(StationState.self, $0) }, try row.optionalText("policy")
      )
    } ?? (nil, nil)
  }

  /// Returns all settings as one text, which changes whenever a setting changes.
  package func settingsText() throws -> String {
    try first(
      """
      SELECT group_concat(key || char(30) || value, char(31)) FROM (SELECT key, value FROM setting ORDER BY key)
      """
    ) { try $0.optionalText(0) ?? "" } ?? ""
  }

  /// Returns the last four characters of a borrower's first card, which a station displays instead of the name. Nil if
  /// there is no card.
  package func endOfCard(of borrower: Borrower.ID) throws -> String? {
    try cards(of: borrower).first.map { String($0.key.value.suffix(4)) }
  }

  /// Returns the copies on loan to a borrower, ordered by due time.
  package func copiesLent(to borrower: Borrower.ID) throws -> [Copy] {
    try openLoans(of: borrower).compactMap { try copy($0.copy) }
  }

  /// Returns true if a copy was on loan at a time.
  package func wasOut(_ copy: Copy.ID, at time: Timestamp) throws -> Bool {
    try first(
      """
      SELECT EXISTS (SELECT 1 FROM loan
        WHERE copy_id = ?1 AND opened_at < ?2 AND (returned_at IS NULL OR returned_at >= ?2))
      """, copy, time
    ) { try $0.flag(0) } ?? false
  }

  /// Returns the last change of a station that "undo" refers to. Nil if there is none or if it was undone elsewhere. It
  /// can be an undo itself, which can be undone again. Changes of settings, erasures, anonymisations, acts of access
  /// and orders for jobs do not count.
  ///
  /// Adding an unknown code to the inbox does not count either, but a decision about it does.
  package func lastUndoable(at station: Station.Name) throws -> Change? {
    let last = try first(
      """
      SELECT \(changeColumns) FROM change c WHERE c.station = ?1
        AND c.kind NOT IN ('setting', 'erase', 'anonymise', 'access', \(Change.Kind.orders))
        AND (c.kind <> 'inbox' OR EXISTS (SELECT 1 FROM change_row r
          WHERE r.change = c.sequence AND r.table_name = 'inbox' AND r.after ->> 'state' <> 'open'))
      ORDER BY c.sequence DESC LIMIT 1
      """, station.text, as: change(from:))
    return last?.undoneBy == nil ? last : nil
  }

  /// Returns the session during which a change was made, or nil if no session was open.
  package func session(of change: Int64) throws -> StoredSession.ID? {
    try first(
      """
      SELECT coalesce(after -> 'session' ->> 'visit', before -> 'session' ->> 'visit') FROM recording
      WHERE change = ?1 ORDER BY sequence LIMIT 1
      """, change
    ) { try $0.optionalID(0) } ?? nil
  }

  /// Returns at most `limit` changes of a station, the newest first, without those of the inbox and the settings, acts of
  /// access, and orders for jobs.
  package func recentChanges(at station: Station.Name, limit: Int) throws -> [Change] {
    try all(
      """
      SELECT \(changeColumns) FROM change c WHERE c.station = ?1
        AND c.kind NOT IN ('inbox', 'setting', 'access', \(Change.Kind.orders))
      ORDER BY c.sequence DESC LIMIT ?2
      """, station.text, limit, as: change(from:))
  }
}

extension Queryable {
  /// Returns true if a code is or was a borrower's card.
  package func wasCard(_ key: Code.Key) throws -> Bool {
    try first(
      "SELECT EXISTS (SELECT 1 FROM code WHERE class = ?1 AND value = ?2 AND borrower_id IS NOT NULL)",
      key.class.rawValue, key.value
    ) { try $0.flag(0) } ?? false
  }

  /// Returns true if a tag is or was a borrower's card, in either byte order of its UID.
  package func wasCard(_ uid: TagID) throws -> Bool {
    try wasCard(Code.Key(uid)) || wasCard(Code.Key(uid.reversed))
  }
}
