package import OfflineStation

/// The progress of a journal.
package struct OfflineProgress: Codable, Sendable {
  /// The id of the station's newest journal.
  package var journal: MergedEntry.Journal.ID?
  /// Its next expected sequence.
  package var next: Int

  package init(journal: MergedEntry.Journal.ID?, next: Int) {
    self.journal = journal
    self.next = next
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // Null informs a station that the hub has no journal of it.
    try container.encode(journal, forKey: .journal)
    try container.encode(next, forKey: .next)
  }
}
