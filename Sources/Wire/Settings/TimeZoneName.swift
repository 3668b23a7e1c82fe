/// A time zone of the hub's time zone database.
package struct TimeZoneName: Codable, Sendable {
  /// The IANA name.
  package var name: String

  package init(name: String) {
    self.name = name
  }
}
