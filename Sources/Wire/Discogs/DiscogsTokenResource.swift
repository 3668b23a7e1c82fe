/// The token for Discogs, without its text.
package struct DiscogsTokenResource: Codable, Sendable {
  /// The place where the token comes from.
  package enum Source: String, Codable, CaseIterable, Sendable {
    case none
    /// A credential, file or setting at the start of the hub, which takes precedence.
    case start
    /// A person has entered it.
    case page
  }

  /// True if there is a token.
  package var isSet: Bool
  package var source: Source
  /// The user at Discogs whom the token belongs to.
  package var user: String?
  /// The reason that the user is unknown.
  package var problem: String?

  package init(source: Source, user: String?, problem: String?) {
    isSet = source != .none
    self.source = source
    self.user = user
    self.problem = problem
  }
}
