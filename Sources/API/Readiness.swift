/// How the hub is, for a load balancer, a watchdog and the page's lamps.
package struct Readiness: Sendable {
  /// Nil when the database takes changes; else what is wrong.
  package var database: String?
  package var lookup: Lookup
  package var version: String

  package init(database: String?, lookup: Lookup, version: String) {
    self.database = database
    self.lookup = lookup
    self.version = version
  }

  /// How the asking of catalogues goes.
  package struct Lookup: Sendable {
    /// As `working`, `waiting`, `paused`.
    package var state: String
    package var queued: Int
    package var reason: String?

    package init(state: String, queued: Int, reason: String? = nil) {
      self.state = state
      self.queued = queued
      self.reason = reason
    }
  }
}
