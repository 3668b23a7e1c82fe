/// A new token for Discogs.
package struct DiscogsTokenRequest: Codable, Sendable {
  /// The personal access token.
  package var token: String

  package init(token: String) { self.token = token }
}
