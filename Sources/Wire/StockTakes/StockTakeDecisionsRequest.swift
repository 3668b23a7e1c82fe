package import Deadwax

/// The decision for each class. An absent member leaves the records as they are.
package struct StockTakeDecisionsRequest: Codable, Sendable {
  /// For an expected copy that was not scanned.
  package var notScanned: StockTakeDecisions.NotScanned?
  /// For a copy that was missing already.
  package var missingAgain: StockTakeDecisions.MissingAgain?
  /// For a copy that belongs elsewhere.
  package var misplaced: StockTakeDecisions.Misplaced?
  /// For a copy that is on loan in the records.
  package var unexpectedOnLoan: StockTakeDecisions.OnLoan?
  /// For a copy that is missing, lost or withdrawn in the records.
  package var unexpectedGone: StockTakeDecisions.Gone?
  /// True to count places in which nothing was seen, too.
  package var includesUncounted: Bool?

  package init(
    notScanned: StockTakeDecisions.NotScanned?, missingAgain: StockTakeDecisions.MissingAgain?,
    misplaced: StockTakeDecisions.Misplaced?, unexpectedOnLoan: StockTakeDecisions.OnLoan?,
    unexpectedGone: StockTakeDecisions.Gone?, includesUncounted: Bool?
  ) {
    self.notScanned = notScanned
    self.missingAgain = missingAgain
    self.misplaced = misplaced
    self.unexpectedOnLoan = unexpectedOnLoan
    self.unexpectedGone = unexpectedGone
    self.includesUncounted = includesUncounted
  }

  /// The decisions, with everything absent left as it is.
  package var decisions: StockTakeDecisions {
    StockTakeDecisions(
      notScanned: notScanned ?? .leave, missingAgain: missingAgain ?? .leave, misplaced: misplaced ?? .leave,
      unexpectedOnLoan: unexpectedOnLoan ?? .leave, unexpectedGone: unexpectedGone ?? .leave,
      includesUncounted: includesUncounted ?? false)
  }
}
