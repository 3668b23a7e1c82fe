/// The time zone database of a machine.
package protocol TimeZoneSource: Sendable {
  /// The names to choose from, sorted; empty if the machine has no time zone database.
  var names: [String] { get }

  /// Returns the present rule of a zone; nil if the database has no such zone, or no rule for it.
  func rule(named name: String) -> POSIXTimeZone?
}
