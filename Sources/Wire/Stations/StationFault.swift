package import Deadwax

/// A fault because of which nothing can be scanned or stored.
package struct StationFault: Codable, Sendable {
  /// `readers` or `database`.
  package var kind: String
  package var since: RFC3339Time
  /// With `database`: the reason why nothing can be stored.
  package var reason: String?
  /// With `database`: the number of scans of this station that were not stored since. They were not carried out.
  package var scans: Int?

  package init(kind: String, since: RFC3339Time, reason: String? = nil, scans: Int? = nil) {
    self.kind = kind
    self.since = since
    self.reason = reason
    self.scans = scans
  }
}
