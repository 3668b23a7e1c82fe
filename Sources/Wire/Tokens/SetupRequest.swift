/// The secret of the set-up link.
package struct SetupRequest: Codable, Sendable {
  /// The part of the set-up link after the `#`.
  package var secret: String

  package init(secret: String) {
    self.secret = secret
  }
}
