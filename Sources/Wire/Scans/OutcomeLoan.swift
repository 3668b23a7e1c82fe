package import Deadwax

/// One of several loans of an outcome.
package struct OutcomeLoan: Codable, Sendable {
  package var release: ReleaseSummary
  package var copy: CopySummary
  /// The current due time.
  package var dueAt: RFC3339Time
  /// The reasons why the loan was not renewed; omitted if it was renewed.
  package var reasons: [ReasonText]?

  package init(release: ReleaseSummary, copy: CopySummary, dueAt: RFC3339Time, reasons: [ReasonText]? = nil) {
    self.release = release
    self.copy = copy
    self.dueAt = dueAt
    self.reasons = reasons
  }
}
