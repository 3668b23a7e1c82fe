/// The numbers of rows that an erasure changed.
package struct ErasureCounts: Hashable, Sendable {
  package var cards = 0
  package var loans = 0
  package var holds = 0
  package var fees = 0
  package var sessions = 0
  package var changes = 0
  package var scans = 0
  package var recorded = 0
  /// The journal entries of offline stations.
  package var offline = 0

  package init() {}
}
