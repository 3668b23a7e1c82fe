internal import Deadwax
package import Lending
internal import Storage

extension Settings {
  private static let timeZone = "calendar.time-zone"

  /// The names of the time zones to choose from, sorted; empty if the machine has no time zone database.
  package var timeZones: [String] { room.zones.names }

  /// Brings the rule of the stored time zone up to date with the machine's time zone database, as a change by `hub`.
  ///
  /// Nothing changes for a time zone that was stored without a name, and for a name that the database lacks.
  ///
  /// - Returns: the time zone before and after; nil if nothing changed.
  /// - Throws: a `StorageError`.
  package func updateTimeZone() throws -> (before: LibraryTimeZone, after: LibraryTimeZone)? {
    guard let stored = try room.database.read({ try $0.setting(Self.timeZone) }),
      let before = try? LibraryTimeZone(stored: stored), let name = before.name,
      let rule = room.zones.rule(named: name), rule != before.rule
    else { return nil }
    let after = LibraryTimeZone(name: name, rule: rule)
    let isChanged = try room.write { transaction in
      guard try transaction.setting(Self.timeZone) == stored else { return false }
      try transaction.set(Self.timeZone, to: after.stored)
      try transaction.storeChange(.setting, by: "hub", reason: "The rule changed in the time zone database.")
      try transaction.publish(.settingChanged, subject: Self.timeZone)
      return true
    }
    return isChanged ? (before, after) : nil
  }
}
