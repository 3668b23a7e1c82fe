package import Deadwax

extension Queryable {
  package func inboxItem(_ id: InboxItem.ID) throws -> InboxItem? {
    try first("\(inboxSelect) WHERE id = ?1", id, as: inboxItem(from:))
  }

  /// Returns the open inbox item of a code, or nil if there is none.
  package func openInboxItem(_ key: Code.Key) throws -> InboxItem? {
    try first(
      "\(inboxSelect) WHERE class = ?1 AND value = ?2 AND state = 'open'", key.class.rawValue, key.value,
      as: inboxItem(from:))
  }

  /// Returns at most `limit` unknown codes. Those in one state have the last scanned first, and all have the newest first.
  ///
  /// - Parameters:
  ///   - state: the state of the items, nil for all.
  ///   - cursor: the `lastAt` and id of the last item on the previous page, nil for the first page.
  ///   - limit: the maximum number of items.
  /// - Returns: the items.
  /// - Throws: a `StorageError`.
  package func inbox(
    _ state: InboxItem.State?, after cursor: ListCursor? = nil, limit: Int
  ) throws -> [InboxItem] {
    var list = ListConditions()
    list.add("state = ?", ifGiven: state?.rawValue)
    if state == nil {
      list.add("id < ?", ifGiven: cursor?.id)
    } else {
      list.add("(last_at, id) < (?, ?)", after: cursor)
    }
    let order = state == nil ? "id DESC" : "last_at DESC, id DESC"
    return try all(
      "\(inboxSelect) \(list.sql) ORDER BY \(order) LIMIT ?", list.values + [limit], as: inboxItem(from:))
  }

  /// Returns the number of items in a list as above; nil for more than `ListTotal.limit`.
  package func inboxTotal(_ state: InboxItem.State?) throws -> Int? {
    var list = ListConditions()
    list.add("state = ?", ifGiven: state?.rawValue)
    return try total(of: "inbox", list)
  }

  /// Returns the number of open items.
  package func openInboxItems() throws -> Int {
    try first("SELECT count(*) FROM inbox WHERE state = 'open'") { Int(try $0.integer(0)) } ?? 0
  }

  private func inboxItem(from row: Row) throws -> InboxItem {
    guard let kind = Code.Class(rawValue: try row.text("class")),
      let state = InboxItem.State(rawValue: try row.text("state")),
      let station = Station.Name(try row.text("station"))
    else { throw StorageError(.mismatch, call: "inboxItem", message: "an unknown class, state or station") }
    return InboxItem(
      id: try row.id("id"), key: Code.Key(class: kind, value: try row.text("value")),
      symbology: Symbology(rawValue: try row.text("symbology")), state: state, scan: try row.id("scan_id"),
      scans: Int(try row.integer("scans")), station: station, firstAt: try row.time("first_at"),
      lastAt: try row.time("last_at"),
      decidedAt: try row.optionalTime("decided_at"), target: try row.optionalText("target").flatMap { CodeTarget($0) },
      note: try row.optionalText("note"), version: Int(try row.integer("version")))
  }
}

private let inboxSelect = """
  SELECT id, class, value, symbology, state, scan_id, scans, station, first_at, last_at, decided_at, target, note,
    version
  FROM inbox
  """

extension WriteTransaction {
  /// Adds an unknown code to the inbox, or counts another scan of it.
  ///
  /// - Parameters:
  ///   - key: the unknown code.
  ///   - symbology: the symbology of the code.
  ///   - scan: the scan that read it.
  ///   - station: the station of the scan.
  /// - Returns: the updated item.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func storeUnknown(
    _ key: Code.Key, _ symbology: Symbology, scan: Reading.ID, at station: Station.Name
  ) throws -> InboxItem {
    if let item = try openInboxItem(key) {
      try snapshot(.inbox, item.id.text)
      try run(
        "UPDATE inbox SET scans = scans + 1, last_at = max(?2, last_at), version = version + 1 WHERE id = ?1", item.id,
        now)
      return try inboxItem(item.id) ?? item
    }
    let item = InboxItem(
      id: newID(), key: key, symbology: symbology, scan: scan, station: station, firstAt: now, lastAt: now)
    try snapshot(.inbox, item.id.text)
    try run(
      """
      INSERT INTO inbox (id, class, value, symbology, state, scan_id, station, first_at, last_at)
      VALUES (?1, ?2, ?3, ?4, 'open', ?5, ?6, ?7, ?7)
      """, item.id, key.class.rawValue, key.value, symbology.rawValue, scan, station.text, now)
    return item
  }

  /// Records the decision about a code. Returns false if the item was not open.
  package func decide(
    _ item: InboxItem.ID, as state: InboxItem.State, target: CodeTarget? = nil, note: String? = nil
  ) throws -> Bool {
    try snapshot(.inbox, item.text)
    return try run(
      """
      UPDATE inbox SET state = ?2, target = ?3, note = coalesce(?4, note), decided_at = ?5, version = version + 1
      WHERE id = ?1 AND state = 'open'
      """, item, state.rawValue, target?.text, note, now) == 1
  }
}
