package import Deadwax
package import OfflineStation

/// A journal of an offline station and the progress of its merge.
package struct OfflineJournalRecord: Hashable, Sendable {
  package var row: Int64
  package var station: Station.Name
  package var journal: MergedEntry.Journal.ID
  /// The sequence number of the next expected entry.
  package var next: Int64 = 1
  /// The effective time of the last merged entry, nil if there is none.
  package var lastAt: Timestamp?
}

extension Queryable {
  /// Returns a journal, or nil if none of it has been merged.
  package func offlineJournal(_ journal: MergedEntry.Journal.ID, of station: Station.Name) throws
    -> OfflineJournalRecord?
  {
    try first("\(journalSelect) WHERE station = ?1 AND journal = ?2", station.text, journal, as: journal(from:))
  }

  /// Returns the newest journal of a station, or nil if it has none.
  package func newestOfflineJournal(of station: Station.Name) throws -> OfflineJournalRecord? {
    try first("\(journalSelect) WHERE station = ?1 ORDER BY id DESC LIMIT 1", station.text, as: journal(from:))
  }

  private func journal(from row: Row) throws -> OfflineJournalRecord {
    guard let station = Station.Name(try row.text("station")) else {
      throw StorageError(.mismatch, call: "journal", message: "an unknown station")
    }
    return OfflineJournalRecord(
      row: try row.integer("id"), station: station, journal: try row.id("journal"), next: try row.integer("next"),
      lastAt: try row.optionalTime("last_at"))
  }
}

private let journalSelect = "SELECT id, station, journal, next, last_at FROM offline_journal"

extension WriteTransaction {
  /// Creates the record of a station's journal.
  ///
  /// - Throws: `.conflict` if it exists already.
  package func beginOfflineJournal(_ journal: MergedEntry.Journal.ID, of station: Station.Name) throws
    -> OfflineJournalRecord
  {
    try run(
      "INSERT INTO offline_journal (station, journal, begun_at, heard_at) VALUES (?1, ?2, ?3, ?3)", station.text,
      journal,
      now)
    return OfflineJournalRecord(row: try newestRow(), station: station, journal: journal)
  }

  /// Records that the expected entry was merged, and its effective time.
  package func advance(_ journal: OfflineJournalRecord, lastAt: Timestamp) throws {
    try run(
      "UPDATE offline_journal SET next = next + 1, last_at = ?2, heard_at = ?3 WHERE id = ?1", journal.row, lastAt, now)
  }
}
