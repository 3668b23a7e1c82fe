/// The numbers of rows that one anonymisation changed.
package struct AnonymisationCounts: Hashable, Sendable {
  package var loans = 0
  package var holds = 0
  package var fees = 0
  package var sessions = 0
  /// The rows of the history of changes.
  package var changes = 0
  package var scans = 0
  /// The deleted rows of the recording.
  package var recorded = 0
  /// The journal entries of offline stations.
  package var offline = 0

  package init() {}

  package var total: Int { loans + holds + fees + sessions + changes + scans + recorded + offline }
}
