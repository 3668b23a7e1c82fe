internal import Backups
internal import Deadwax
internal import Execution
internal import Lending
internal import Storage
internal import Wire

extension Backups.Library {
  /// The library of a running hub.
  init(_ configuration: HubConfiguration, _ records: HubRecords) {
    let (database, policies) = (records.database, LibraryPolicies(defaults: records.library))
    self.init(
      configuration, rules: { BackupRules(try database.read { try policies.library(in: $0) }.backups) },
      isClockRight: records.isClockRight)
  }

  /// The library of a configuration.
  init(
    _ configuration: HubConfiguration, rules: @escaping @Sendable () throws -> BackupRules,
    isClockRight: @escaping @Sendable () -> Bool
  ) {
    self.init(
      data: configuration.dataFolder, folder: configuration.backupFolder ?? "\(configuration.dataFolder)/backups",
      ownsFolder: configuration.backupFolder == nil, program: Hub.version, migrations: Migration.all,
      newestSequence: EventJournal.newestSequence, rules: rules,
      now: Timestamp.now, isClockRight: isClockRight)
  }
}

extension BackupRules {
  /// The rules while no library is open: a restore removes nothing.
  static let offline = BackupRules(
    longest: nil, retention: BackupRetention(count: .max, days: nil, mebibytes: nil), stale: .zero, caution: nil)

  init(_ settings: LibraryPolicy.Backups) {
    self.init(
      longest: settings.hours.map { .seconds($0 * 3600) },
      retention: BackupRetention(count: settings.count, days: settings.days, mebibytes: settings.mebibytes),
      stale: .seconds(settings.staleHours * 3600), caution: settings.cautionHours.map { .seconds($0 * 3600) })
  }
}

extension Readiness.Backup {
  init(_ status: BackupStatus) {
    self.init(state: status.state.rawValue, newestAt: status.newest?.time, failure: status.failure)
  }
}
