package import Deadwax

extension StationFacts {
  /// The facts for a station that requires PINs.
  package struct PINFacts: Hashable, Sendable {
    /// The member of staff whose card waits for its PIN.
    package var staff: Borrower?
    /// The time until which the affected card is refused after wrong PINs: the scanned card, or the one that waits.
    package var lockedUntil: Timestamp?
    /// The number of consecutive wrong PINs of that card so far, at all stations.
    package var failures = 0

    package init() {}
  }
}
