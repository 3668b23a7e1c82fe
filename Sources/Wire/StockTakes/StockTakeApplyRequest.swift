/// The order to apply the decisions of a stock-take.
package struct StockTakeApplyRequest: Codable, Sendable {
  /// The decision for each class.
  package var decisions: StockTakeDecisionsRequest
  /// The digest of the preview of these decisions that a person saw: 1 to 64 characters.
  package var digest: String

  package init(decisions: StockTakeDecisionsRequest, digest: String) {
    self.decisions = decisions
    self.digest = digest
  }
}
