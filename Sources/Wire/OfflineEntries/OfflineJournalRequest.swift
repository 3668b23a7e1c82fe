package import OfflineStation

/// Entries of one journal.
package struct OfflineJournalRequest: Codable, Sendable {
  /// The id of the journal. A station with a replaced disk begins a new one.
  package var journal: MergedEntry.Journal.ID
  /// The entries, in order.
  package var entries: [OfflineEntry]

  package init(journal: MergedEntry.Journal.ID, entries: [OfflineEntry]) {
    self.journal = journal
    self.entries = entries
  }
}
