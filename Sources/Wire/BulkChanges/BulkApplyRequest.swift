/// The order to make a bulk change.
package struct BulkApplyRequest: Codable, Sendable {
  /// The digest of the preview that the person saw.
  package var plan: String
  /// True to leave out the copies that are refused; false if absent.
  package var skipsRefused: Bool?

  package init(plan: String, skipsRefused: Bool?) {
    self.plan = plan
    self.skipsRefused = skipsRefused
  }
}
