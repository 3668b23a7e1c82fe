internal import API
internal import Attachments
internal import Backups
internal import BulkChanges
internal import Concerts
internal import Deadwax
internal import Events
internal import Foundation
internal import HTTPServer
internal import Housekeeping
internal import LabelJobs
internal import Lights
package import Log
internal import Lookup
internal import Moving
internal import Scanning
internal import Staff
internal import Storage
internal import TagJobs
internal import Threads

/// The hub: all parts of this machine, connected. Tests start it in the same way as the program does.
package final class Hub: Sendable {
  /// The version of this program.
  package static let version = ProgramVersion.current

  /// The URL of the Desk page.
  package let address: String
  /// The other URLs of the Desk page: the further addresses and names of this machine, if the hub listens on all of
  /// them.
  package let otherAddresses: [String]
  /// The one-time link that creates an administrator; nil if there is one already and no other is requested.
  package let setupLink: String?

  private let records: HubRecords
  private let useCases: HubUseCases
  private let server: HubServer
  private let readers: LocalReaders
  private let labels: LabelService
  private let ticker: RepeatingTimer
  private let actions: BackgroundWork
  private let indexing: SearchIndexing
  private let outside = BackgroundQueue()

  /// Opens the database, starts the readers, and listens.
  ///
  /// - Parameters:
  ///   - configuration: the operator's configuration.
  ///   - logger: the logger for the operator.
  /// - Throws: `DatabaseRefused`, `HubError` or an error of a part, with a sentence that says how to solve it.
  package init(configuration: HubConfiguration, logger: Logger) throws {
    let outside = outside
    let records = try HubRecords(configuration, logger: logger)
    let useCases = try HubUseCases(configuration, records, outside: outside, logger: logger)
    // Half of a bulk change is taken back before anyone can see it.
    useCases.bulkChanges.recover()
    let readers = try useCases.startReaders(configuration, records, outside: outside, logger: logger)
    let counter = useCases.counter
    let labels = LabelService(
      database: records.database, configuration: try configuration.labels(), library: { try counter.library(in: $0) },
      logger: logger.part("labels"), published: records.published)
    let indexing = SearchIndexing(database: records.database, logger: logger.part("search"))
    let actions = try BackgroundWork(
      configuration: configuration, database: records.database, counter: useCases.counter,
      policies: useCases.scans.policies, words: records.words,
      caution: { try useCases.backups.prepareForIrreversibleWork() },
      aged: [
        Job("label-sheets", every: .seconds(3600), care: .byClock) { try labels.removeOld() },
        Job("attachment-files", every: .seconds(3600), care: .byClock) {
          try useCases.backups.prepareForIrreversibleWork()
          return try useCases.attachments.removeUnused(now: .now())
        },
        Job("attachment-check", every: .seconds(86_400), care: .byClock) {
          try useCases.attachments.reportFaults(now: .now())
        },
        Job("search-index", every: .seconds(3600), care: .ordered) { try indexing.run() },
        Job("kept-answers", every: .seconds(3600), care: .byClock) { try useCases.once.removeOld() },
      ],
      permission: Jobs.Permission(
        settlingTime: configuration.settlingTime, doubt: { [clock = records.clock] in clock.doubt }), logger: logger)
    // It changes no record, so it does not wait for the settling time.
    actions.jobs.hasten("search-index")
    outside.connect(actions, labels, on: configuration.noticeUse.stationLabel)
    server = try HubServer(
      configuration, records, useCases, readers: readers, labels: labels, actions: actions, logger: logger)
    let address = server.addresses[0]
    self.address = address
    otherAddresses = Array(server.addresses.dropFirst())
    setupLink = try records.access.beginSetup(
      another: configuration.wantsNewAdministrator, at: configuration.isOnLoopback ? nil : "\(address)setup"
    )
    .map { "\(address)setup#\($0)" }
    if configuration.wantsNewAdministrator {
      logger.warning("started with --new-administrator: the link on the console creates an administrator, once")
    }
    // The check starts after everything is served: it takes a while, begins with a checkpoint of the log, and nothing
    // waits for it.
    records.database.startChecking(after: Self.delayOfCheck, every: Self.pauseBetweenChecks)
    ticker = RepeatingTimer(every: .milliseconds(500)) {
      useCases.scans.tick()
      useCases.plays.tick()
      useCases.tags.tick()
      readers.tick()
      labels.tick()
      records.clock.look()
      actions.jobs.tick()
      useCases.backups.tick()
    }
    (self.records, self.useCases, self.readers, self.labels, self.actions, self.indexing) = (
      records, useCases, readers, labels, actions, indexing
    )
  }

  /// Calls a function once the hub has to restart, because a backup is to be restored.
  ///
  /// - Parameter body: stops this hub and starts another one. It is called once, on a thread of the hub.
  package func whenRestartIsNeeded(_ body: @escaping @Sendable () -> Void) { useCases.backups.whenStaged(body) }

  /// The port that it listens on.
  package var port: Int { server.server.port }

  /// Restores a backup while no hub runs on the data folder.
  ///
  /// - Parameters:
  ///   - name: the name of the backup, or `newest`.
  ///   - configuration: the operator's configuration.
  ///   - logger: the logger for the operator.
  /// - Returns: a sentence with the result.
  /// - Throws: `HubError`, `BackupError` or `StorageError`. The library is as before then.
  package static func restore(_ name: String, _ configuration: HubConfiguration, logger: Logger) throws -> String {
    try Database.checkIsFree(path: configuration.dataFolder + "/deadwax.sqlite")
    let backup = BackupName(name)
    guard backup != nil || name == "newest" else {
      throw HubError(
        "--restore must be newest or the name of a backup, such as 2026-11-20T09-45-12.120Z; it is '\(name)'")
    }
    let library = Backups.Library(configuration, rules: { .offline }, isClockRight: { false })
    let restored = try Backups.restoreOffline(backup, library: library, logger: logger)
    let before = try StagedRestore(data: configuration.dataFolder).apply(logger: logger)
    return "The backup \(restored) is restored. The files from before are in \(before ?? ""). Start the hub."
  }

  /// Stops all parts in the reverse order, so that no part uses one that has stopped.
  package func stop() {
    server.addressFile.remove()
    ticker.stop()
    // A backup of a large library takes minutes, and a request or a job may wait for it.
    useCases.backups.interrupt()
    useCases.bulkChanges.interrupt()
    server.stop()
    useCases.imports.stop()
    useCases.archives.merges.stop()
    useCases.bulkChanges.stop()
    useCases.archive.stop()
    useCases.concertImports.stop()
    useCases.lights.stop()
    outside.stop()
    indexing.stop()
    actions.stop()
    labels.stop()
    readers.stop()
    // It closes the client, which ends the searches of people too.
    useCases.lookup.stop()
    useCases.musicBrainz.stop()
    useCases.search.stop()
    useCases.account.stop()
    records.relay.stop()
    useCases.backups.end()
    records.database.close()
  }

  private static let delayOfCheck = Duration.seconds(5)
  private static let pauseBetweenChecks = Duration.seconds(86_400)
}
