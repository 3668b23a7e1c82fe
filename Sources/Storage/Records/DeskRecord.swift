package import Deadwax

extension Queryable {
  /// Where a desk stands, and what the house decided about it as JSON, in one question; nil when there is no such desk.
  package func desk(_ name: Station.Name) throws -> (state: StationState?, policy: String?) {
    try first(
      """
      SELECT (SELECT state FROM station WHERE name = ?1), (SELECT policy FROM station_policy WHERE station = ?1)
      """, name.text
    ) { row in
      (try row.optionalText(0).map { try StateText.read(StationState.self, $0) }, try row.optionalText(1))
    } ?? (nil, nil)
  }

  /// All settings in one text: as long as it is the same, nothing was set.
  package func settingsText() throws -> String {
    try first(
      """
      SELECT group_concat(key || char(30) || value, char(31)) FROM (SELECT key, value FROM setting ORDER BY key)
      """
    ) { try $0.optionalText(0) ?? "" } ?? ""
  }

  /// The open holds on a release and on its copies, in the order of the queue, each with the last four characters
  /// of its borrower's first card, and whether that borrower is blocked.
  package func holdsWaiting(for release: Release.ID) throws -> [(hold: Hold, card: String?, isBlocked: Bool)] {
    try holds(on: release).map {
      (
        $0, try cards(of: $0.borrower).first.map { String($0.key.value.suffix(4)) },
        try borrower($0.borrower)?.block != nil
      )
    }
  }

  /// What a borrower has, what is due first at the front.
  package func copiesLent(to borrower: Borrower.ID) throws -> [Copy] {
    try openLoans(of: borrower).compactMap { try copy($0.copy) }
  }

  /// Whether a copy was out at a time.
  package func wasOut(_ copy: Copy.ID, at time: Timestamp) throws -> Bool {
    try first(
      """
      SELECT EXISTS (SELECT 1 FROM loan
        WHERE copy_id = ?1 AND opened_at < ?2 AND (returned_at IS NULL OR returned_at >= ?2))
      """, copy, time
    ) { try $0.flag(0) } ?? false
  }

  /// What a desk changed last that a person can mean by "take it back", and nobody has; nil when there is nothing.
  ///
  /// The note of a code that nobody knew is none: nothing was done with it. What is decided about it is.
  package func lastUndoable(at station: Station.Name) throws -> Change? {
    try first(
      """
      SELECT \(changeColumns) FROM change c WHERE c.station = ?1 AND c.undone_by IS NULL
        AND c.kind NOT IN ('undo', 'setting', 'erase', 'anonymise')
        AND (c.kind <> 'inbox' OR EXISTS (SELECT 1 FROM change_row r
          WHERE r.change = c.sequence AND r.table_name = 'inbox' AND r.after ->> 'state' <> 'open'))
      ORDER BY c.sequence DESC LIMIT 1
      """, station.text, as: change(from:))
  }

  /// The visit during which a change was made; nil when no session was open.
  package func visit(of change: Int64) throws -> Visit.ID? {
    try first(
      """
      SELECT coalesce(after -> 'session' ->> 'visit', before -> 'session' ->> 'visit') FROM recording
      WHERE change = ?1 ORDER BY sequence LIMIT 1
      """, change
    ) { try $0.optionalID(0) } ?? nil
  }

  /// The newest changes of a desk, the newest first.
  package func recentChanges(at station: Station.Name, limit: Int) throws -> [Change] {
    try all(
      """
      SELECT \(changeColumns) FROM change c WHERE c.station = ?1 AND c.kind NOT IN ('inbox', 'setting')
      ORDER BY c.sequence DESC LIMIT ?2
      """, station.text, limit, as: change(from:))
  }
}

extension Queryable {
  /// Whether a code is somebody's card, or ever was.
  package func wasCard(_ key: Code.Key) throws -> Bool {
    try first(
      "SELECT EXISTS (SELECT 1 FROM code WHERE class = ?1 AND value = ?2 AND borrower_id IS NOT NULL)",
      key.class.rawValue, key.value
    ) { try $0.flag(0) } ?? false
  }
}
