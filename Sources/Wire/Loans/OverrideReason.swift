/// The reason why staff override a rule.
package struct OverrideReason: Codable, Sendable {
  /// The reason, stored with the change.
  package var override: String?

  package init(override: String? = nil) {
    self.override = override
  }
}
