/// A reason.
package struct ReasonRequest: Codable, Sendable {
  /// The reason, stored with the change.
  package var reason: String?

  package init(reason: String? = nil) {
    self.reason = reason
  }
}
