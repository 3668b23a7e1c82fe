/// The times and rules that a house sets for its desks.
package struct DeskPolicy: Hashable, Sendable {
  /// How long one half of a pair waits for the other.
  package var pairTime: Duration
  /// How long a borrower's session stays open after the last scan.
  package var sessionTime: Duration
  package var loanLength: Duration

  package init(
    pairTime: Duration = .seconds(20), sessionTime: Duration = .seconds(90),
    loanLength: Duration = .seconds(14 * 86_400)
  ) {
    self.pairTime = pairTime
    self.sessionTime = sessionTime
    self.loanLength = loanLength
  }
}
