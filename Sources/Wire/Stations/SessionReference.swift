package import Deadwax

/// The session that a screen showed when it acted.
package struct SessionReference: Codable, Sendable {
  /// The id of the session; nil if none was open.
  package var session: StoredSession.ID?

  package init(session: StoredSession.ID? = nil) { self.session = session }
}
