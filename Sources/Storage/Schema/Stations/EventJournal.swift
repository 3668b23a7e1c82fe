/// The journal of events.
package enum EventJournal {
  /// A query for the id of the newest event. `Database` compares it with the mark next to the file.
  package static let newestSequence = "SELECT max(id) FROM journal"
}
