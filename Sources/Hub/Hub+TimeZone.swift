internal import Lending
internal import Log
internal import Staff

extension Hub {
  /// Brings the rule of the library's time zone up to date before any scan is accepted, and logs the change.
  ///
  /// - Throws: a `StorageError`.
  static func updateTimeZone(_ settings: Settings, logger: Logger) throws {
    guard let (before, after) = try settings.updateTimeZone() else { return }
    logger.warning(
      "the rule of the time zone \(after) is now \(after.rule) in the time zone database, before it was "
        + "\(before.rule): calendar.time-zone is updated. Loans that are open keep their due dates")
  }
}
