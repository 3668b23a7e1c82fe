import Deadwax
import OfflineStation
import Storage
import Testing

/// Tests of the stored entries of offline stations, and of their anonymisation.
@Suite(.timeLimit(.minutes(5)))
struct MergedEntryRecordTests {
  let shelf: StorageLibrary
  let bus = Station.Name("bus") ?? .hubStation
  let journal = MergedEntry.Journal.ID(digest: 1, 2)

  init() throws { shelf = try StorageLibrary() }

  /// Stores the next entry of the journal.
  @discardableResult
  private func store(
    _ state: MergeResult.State = .applied, after seconds: Int64 = 1, act: OfflineEntry.Act = .checkOut,
    code: String = "X", symbology: Symbology = .qr, written: String? = nil, card: String? = nil, borrower: Int? = nil,
    outcome: Outcome.Code = .checkedOut
  ) throws -> MergedEntry {
    let (bus, journal, who) = (bus, journal, borrower.map { shelf.borrowers[$0] })
    // Writes at the same time draw the same ids.
    let number = try shelf.database.read { try $0.offlineJournal(journal, of: bus)?.next ?? 1 }
    return try shelf.write(after: seconds + number) { transaction in
      let known = try transaction.offlineJournal(journal, of: bus)
      let record = try known ?? transaction.beginOfflineJournal(journal, of: bus)
      let entry = OfflineEntry(
        sequence: record.next, id: transaction.newID(), at: transaction.now, mode: .checkout, act: act, code: code,
        symbology: symbology, written: written, card: card, cardSymbology: card.map { _ in .qr }, reader: "camera",
        displayed: .recordedOffline)
      let item = MergedEntry(
        id: transaction.newID(), station: bus, journal: journal, entry: entry,
        verdict: MergeResult(sequence: record.next, state: state, code: outcome, reasons: [.limit, .holdOther]),
        mergedAt: transaction.now, scan: entry.id, borrower: who)
      try transaction.insert(item, of: record)
      try transaction.advance(record, lastAt: transaction.now)
      return try given(try transaction.offlineEntry(item.id))
    }
  }

  @Test func `an entry is read as it was stored, and its journal is one further`() throws {
    let item = try store(.appliedWithException, written: "W", card: "CARD-0000", borrower: 0)
    #expect(item.number == 1 && item.station == bus && item.journal == journal && item.isOpen)
    #expect(item.entry.written == "W" && item.entry.cardSymbology == .qr && item.entry.reader == "camera")
    #expect(item.verdict.reasons == [.limit, .holdOther] && item.borrower == shelf.borrowers[0])
    let record = try #require(try shelf.database.read { try $0.offlineJournal(journal, of: bus) })
    #expect(record.next == 2 && record.lastAt == item.mergedAt)
    #expect(try shelf.database.read { try $0.offlineEntry(1, of: record) } == item)
    #expect(try shelf.database.read { try $0.offlineEntry(2, of: record) } == nil)
    #expect(try shelf.database.read { try $0.newestOfflineJournal(of: bus)?.journal } == journal)
    #expect(try shelf.database.read { try $0.newestOfflineJournal(of: .hubStation) } == nil)
    #expect(item.isSame(as: item.entry))
    var other = item.entry
    other.displayed = .limit
    #expect(!item.isSame(as: other))
    #expect(throws: StorageError.self) {
      try shelf.write(after: 2) { try $0.insert(item, of: record) }
    }
  }

  @Test func `waiting items are counted and listed separately`() throws {
    try store()
    let excepted = try store(.appliedWithException, borrower: 0)
    try store(.needsStaff)
    try shelf.database.read { reading in
      #expect(try reading.openOfflineEntries() == 2)
      #expect(try reading.offlineEntries(isOpen: true, limit: 9).map(\.number) == [3, 2])
      #expect(try reading.offlineEntries(isOpen: false, limit: 2).map(\.number) == [3, 2])
      #expect(try reading.offlineEntries(isOpen: false, station: bus, before: 2, limit: 2).map(\.number) == [1])
      #expect(
        try reading.hasOpenOfflineEntry(of: shelf.borrowers[0]) && !reading.hasOpenOfflineEntry(of: shelf.borrowers[1]))
      let plan = try reading.all(
        """
        EXPLAIN QUERY PLAN SELECT count(*) FROM offline_entry WHERE state <> 'applied' AND done_at IS NULL
        """
      ) { try $0.text(3) }
      #expect(plan.contains { $0.contains("offline_entry_open") }, "\(plan)")
    }
    #expect(try shelf.write(after: 5) { try $0.setDone(excepted.id, by: "anna", note: "n") })
    #expect(try !shelf.write(after: 6) { try $0.setDone(excepted.id, by: "bo", note: nil) })
    #expect(try shelf.database.read { try $0.openOfflineEntries() } == 1)
    #expect(try shelf.database.read { try $0.offlineEntry(excepted.id)?.doneBy } == "anna")
  }

  @Test func `an erased person is in no entry, however the card was read`() throws {
    let (ada, bo) = (shelf.borrowers[0], shelf.borrowers[1])
    try store(act: .card, code: " CARD-0000\r", symbology: .typed, borrower: 0)
    let lent = try store(.appliedWithException, card: "CARD-0000", borrower: 0)
    _ = try shelf.write(after: 4) { try $0.setDone(lent.id, by: "Ada 0", note: "Ada was informed") }
    try store(.needsStaff, card: "CARD-0000\n")
    let other = try store(card: "CARD-1000", borrower: 1)
    let json = try #require(try shelf.database.read { try $0.export(of: ada) })
    #expect(json.contains("\"offline\":[{") && json.contains("Ada was informed"))
    #expect(try shelf.database.read { try $0.offlineEntries(of: bo) } == [other])
    let (_, counts) = try #require(try shelf.database.erase(ada))
    #expect(counts.offline == 3)
    let texts = try shelf.database.read { reading in
      try reading.all(
        """
        SELECT coalesce(code, '') || ' ' || coalesce(card, '') || ' ' || coalesce(note, '') || ' '
          || coalesce(done_by, '') || ' ' || coalesce(borrower_id, '') FROM offline_entry ORDER BY number
        """
      ) { try $0.text(0) }
    }
    for text in texts.prefix(3) {
      #expect(!text.contains("CARD-0000") && !text.contains("Ada") && !text.contains(ada.text), "\(text)")
    }
    #expect(try shelf.database.read { try $0.offlineEntry(other.id) } == other)
    // It still counts as the same entry when the station sends it again.
    let scrubbed = try #require(try shelf.database.read { try $0.offlineEntry(lent.id) })
    #expect(scrubbed.isScrubbed && scrubbed.isSame(as: lent.entry))
    var later = lent.entry
    later.at = StorageLibrary.start
    #expect(!scrubbed.isSame(as: later))
  }

  @Test func `old entries forget who it was, but for those that wait`() throws {
    let card = try store(act: .card, code: "CARD-0000", symbology: .code128, borrower: 0)
    let unknown = try store(act: .card, code: "SOMEBODY", outcome: .unknownCard)
    let lent = try store(card: "CARD-0000", borrower: 0)
    let waits = try store(.needsStaff, card: "CARD-0000", borrower: 0)
    let new = try store(after: 50, card: "CARD-0000", borrower: 0)
    let counts = try shelf.database.anonymise(before: StorageLibrary.start + .seconds(20))
    #expect(counts.offline == 3)
    try shelf.database.read { reading in
      for item in [card, unknown] { #expect(try reading.offlineEntry(item.id)?.entry.code == "") }
      let forgotten = try #require(try reading.offlineEntry(lent.id))
      #expect(forgotten.borrower == nil && forgotten.entry.card == nil && forgotten.entry.code == "X")
      #expect(forgotten.isSame(as: lent.entry))
      for item in [waits, new] { #expect(try reading.offlineEntry(item.id) == item) }
    }
    #expect(try shelf.database.anonymise(before: StorageLibrary.start + .seconds(20)).total == 0)
  }

  @Test func `a library of an earlier version continues with all its data`() throws {
    let scratch = try Scratch(inMemory: true)
    let before = try scratch.open(migrations: Array(Migration.all.prefix(5)))
    try before.write { transaction in
      try transaction.run("INSERT INTO setting (key, value, modified_at) VALUES ('loan.days', '9', 1)")
      try transaction.run("INSERT INTO journal (kind, at) VALUES ('scan.recorded', 1)")
    }
    before.close()
    let database = try scratch.open(migrations: Migration.all)
    try database.read { reading in
      let newest = try reading.eventRange().newest
      #expect(try reading.setting("loan.days") == "9" && newest == 1)
      #expect(try reading.all("SELECT \"table\" FROM pragma_foreign_key_check") { try $0.text(0) } == [])
      #expect(try reading.openOfflineEntries() == 0)
    }
    // Rows that the schema itself refuses.
    for wrong in [
      "INSERT INTO offline_journal (station, journal, next, begun_at, heard_at) VALUES ('a', 'b', 0, 1, 1)",
      """
      INSERT INTO offline_entry (id, journal_id, sequence, reading_id, at, mode, act, code, symbology, told, merged_at, state,
        outcome, reasons, scan_id) VALUES ('a', 7, 1, 'r', 1, 'm', 'card', 'c', 's', 't', 1, 'applied', 'o', '[]', 's')
      """,
    ] {
      #expect(throws: StorageError.self) { try database.write { _ = try $0.run(wrong) } }
    }
    database.close()
  }
}
