/// The order to carry out what a preview has shown: an import, or a bulk change.
package struct PreviewOrder: Codable, Sendable {
  /// The digest of the preview that the person saw.
  package var plan: String
  /// True to leave out the lines that are refused; false if absent.
  package var skipsRefused: Bool?

  package init(plan: String, skipsRefused: Bool?) {
    self.plan = plan
    self.skipsRefused = skipsRefused
  }
}
