package import Deadwax
package import OfflineStation

extension Queryable {
  package func offlineEntry(_ id: MergedEntry.ID) throws -> MergedEntry? {
    try first("\(offlineEntrySelect) WHERE e.id = ?1", id, as: offlineEntry(from:))
  }

  /// Returns the merged entry of a journal with a sequence number, or nil if there is none.
  package func offlineEntry(_ sequence: Int64, of journal: OfflineJournalRecord) throws -> MergedEntry? {
    try first(
      "\(offlineEntrySelect) WHERE e.journal_id = ?1 AND e.sequence = ?2", journal.row, sequence,
      as: offlineEntry(from:))
  }

  /// Returns at most `limit` journal entries, the last merged first.
  ///
  /// - Parameters:
  ///   - isOpen: true for only the entries that wait for staff.
  ///   - station: the station of the entries, nil for all.
  ///   - number: the number of the last entry on the previous page, nil for the first page.
  ///   - limit: the maximum number of entries.
  /// - Returns: the entries.
  /// - Throws: a `StorageError`.
  package func offlineEntries(
    isOpen: Bool, station: Station.Name? = nil, before number: Int64? = nil, limit: Int
  ) throws -> [MergedEntry] {
    var list = ListConditions()
    if isOpen { list.add("e.state <> 'applied' AND e.done_at IS NULL") }
    list.add("j.station = ?", ifGiven: station?.text)
    list.add("e.number < ?", ifGiven: number)
    return try all(
      "\(offlineEntrySelect) \(list.sql) ORDER BY e.number DESC LIMIT ?", list.values + [limit], as: offlineEntry(from:)
    )
  }

  /// Returns the number of entries in a list as above; nil for more than `ListTotal.limit`.
  package func offlineTotal(isOpen: Bool, station: Station.Name? = nil) throws -> Int? {
    var list = ListConditions()
    if isOpen { list.add("e.state <> 'applied' AND e.done_at IS NULL") }
    list.add("e.journal_id IN (SELECT j.id FROM offline_journal j WHERE j.station = ?)", ifGiven: station?.text)
    return try total(of: "offline_entry e", list)
  }

  /// Returns the number of entries that wait for staff.
  package func openOfflineEntries() throws -> Int {
    try first("SELECT count(*) FROM offline_entry WHERE state <> 'applied' AND done_at IS NULL") {
      Int(try $0.integer(0))
    } ?? 0
  }

  /// Returns true if an entry about a borrower waits for staff.
  package func hasOpenOfflineEntry(of borrower: Borrower.ID) throws -> Bool {
    try first(
      """
      SELECT EXISTS (SELECT 1 FROM offline_entry WHERE borrower_id = ?1 AND state <> 'applied' AND done_at IS NULL)
      """, borrower
    ) { try $0.flag(0) } ?? false
  }

  /// Returns every entry that concerns a borrower or contains one of the borrower's cards, in the order of merging.
  package func offlineEntries(of borrower: Borrower.ID) throws -> [MergedEntry] {
    try all(
      """
      \(offlineEntrySelect) WHERE e.borrower_id = ?1 OR e.card IN (SELECT value FROM code WHERE borrower_id = ?1)
        OR e.code IN (SELECT value FROM code WHERE borrower_id = ?1) ORDER BY e.number
      """, borrower, as: offlineEntry(from:))
  }

  private func offlineEntry(from row: Row) throws -> MergedEntry {
    guard let station = Station.Name(try row.text("station")), let mode = Mode(rawValue: try row.text("mode")),
      let act = OfflineEntry.Act(rawValue: try row.text("act")),
      let displayed = Outcome.Code(rawValue: try row.text("displayed")),
      let state = MergeResult.State(rawValue: try row.text("state")),
      let code = Outcome.Code(rawValue: try row.text("outcome"))
    else {
      throw StorageError(.mismatch, call: "offlineEntry", message: "an unknown station, mode, act or outcome")
    }
    let sequence = try row.integer("sequence")
    return MergedEntry(
      id: try row.id("id"), number: try row.integer("number"), station: station, journal: try row.id("journal"),
      entry: OfflineEntry(
        sequence: sequence, id: try row.id("reading_id"), at: try row.time("at"), mode: mode, act: act,
        code: try row.text("code"),
        symbology: Symbology(rawValue: try row.text("symbology")), written: try row.optionalText("written"),
        card: try row.optionalText("card"),
        cardSymbology: try row.optionalText("card_symbology").map { Symbology(rawValue: $0) },
        reader: try row.optionalText("reader"),
        displayed: displayed),
      verdict: MergeResult(
        sequence: sequence, state: state, code: code,
        reasons: JSONList.strings(try row.text("reasons")).compactMap { Outcome.Code(rawValue: $0) }),
      mergedAt: try row.time("merged_at"), scan: try row.id("scan_id"), change: try row.optionalInteger("change"),
      release: try row.optionalID("release_id"), copy: try row.optionalID("copy_id"),
      borrower: try row.optionalID("borrower_id"),
      doneAt: try row.optionalTime("done_at"), doneBy: try row.optionalText("done_by"),
      note: try row.optionalText("note"),
      isScrubbed: try !row.isNull("scrubbed_at"))
  }
}

private let offlineEntrySelect = """
  SELECT e.number, e.id, j.station, j.journal, e.sequence, e.reading_id, e.at, e.mode, e.act, e.code, e.symbology,
    e.written, e.card, e.card_symbology, e.reader, e.displayed, e.merged_at, e.state, e.outcome, e.reasons, e.scan_id,
    e.change, e.release_id, e.copy_id, e.borrower_id, e.done_at, e.done_by, e.note, e.scrubbed_at
  FROM offline_entry e JOIN offline_journal j ON j.id = e.journal_id
  """

extension WriteTransaction {
  /// Stores an entry with the result of its merge, and assigns its number.
  ///
  /// - Throws: `.conflict` if the journal has an entry with this sequence number.
  package func insert(_ item: MergedEntry, of journal: OfflineJournalRecord) throws {
    let entry = item.entry
    try run(
      """
      INSERT INTO offline_entry (id, journal_id, sequence, reading_id, at, mode, act, code, symbology, written, card,
        card_symbology, reader, displayed, merged_at, state, outcome, reasons, scan_id, change, release_id, copy_id,
        borrower_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
      """, item.id, journal.row, entry.sequence, entry.id, entry.at, entry.mode.rawValue, entry.act.rawValue,
      entry.code, entry.symbology.rawValue, entry.written, entry.card, entry.cardSymbology?.rawValue, entry.reader,
      entry.displayed.rawValue, item.mergedAt, item.verdict.state.rawValue, item.verdict.code.rawValue,
      JSONList.array(item.verdict.reasons.map(\.rawValue)), item.scan, item.change, item.release, item.copy,
      item.borrower)
  }

  /// Records that staff have dealt with an entry. Returns false if the entry was not waiting.
  package func setDone(_ id: MergedEntry.ID, by: String?, note: String?) throws -> Bool {
    try run(
      """
      UPDATE offline_entry SET done_at = ?2, done_by = ?3, note = ?4
      WHERE id = ?1 AND state <> 'applied' AND done_at IS NULL
      """, id, now, by, note) == 1
  }
}
