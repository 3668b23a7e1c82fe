/// A reason.
package struct RequiredReason: Codable, Sendable {
  /// The reason, stored with the change.
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
