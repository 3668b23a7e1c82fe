/// The order to write the records of an import.
package struct ImportOrder: Codable, Sendable {
  /// The digest of the plan that the person saw.
  package var plan: String
  /// True to leave out the lines that are refused; false if absent.
  package var skipsRefused: Bool?

  package init(plan: String, skipsRefused: Bool?) {
    self.plan = plan
    self.skipsRefused = skipsRefused
  }
}
