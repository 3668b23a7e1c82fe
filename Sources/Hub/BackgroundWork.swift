internal import Deadwax
internal import Execution
internal import Housekeeping
internal import Lending
internal import Log
internal import Messages
internal import Notices
internal import Readers
internal import Scanning
internal import Sounds
internal import Staff
internal import Storage

/// The hub's work in the background, which never delays the stations: receipts, reminders, sounds, labels that a
/// station orders, and the background jobs.
final class BackgroundWork: Sendable {
  let receipts: Receipts
  let notices: NoticeService
  let jobs: Jobs
  private let speaker: Speaker?
  private let policies: LibraryPolicies
  private let database: Database

  /// - Parameters:
  ///   - configuration: the operator's configuration.
  ///   - database: the database of the library.
  ///   - counter: the operations behind the jobs that expire, erase and anonymise.
  ///   - policies: the library policy and the station policies.
  ///   - words: the message catalogue for receipts and mails.
  ///   - caution: makes sure that there is a backup before irreversible work, or throws.
  ///   - aged: further jobs, which remove old data.
  ///   - permission: the conditions under which jobs may do irreversible work.
  ///   - logger: the logger for the operator.
  /// - Throws: `HubError` for an invalid configuration.
  init(
    configuration: HubConfiguration, database: Database, counter: StaffOperations, policies: LibraryPolicies,
    words: Messages, caution: @escaping @Sendable () throws -> Void,
    aged: [Job], permission: Jobs.Permission, logger: Logger
  ) throws {
    self.database = database
    self.policies = policies
    let use = configuration.noticeUse
    let library: @Sendable (any Queryable) throws -> LibraryPolicy = { try policies.library(in: $0) }
    receipts = Receipts(
      database: database, words: words, library: library, printer: use.receiptCommand.map { ExternalCommand($0) },
      printsASCII: use.printsASCII, logger: logger.part("receipts"))
    let reminders = Reminders(
      database: database, words: words, library: library,
      programs: [.mail: use.mailCommand, .text: use.textCommand, .print: use.receiptCommand].compactMapValues {
        $0.map { ExternalCommand($0) }
      }, sender: try configuration.mailSender(), printsASCII: use.printsASCII, logger: logger.part("reminders"))
    speaker = configuration.speaker(logger: logger.part("speaker"))
    jobs = Jobs(
      database: database,
      jobs: [
        Job("hold-expiry", every: .seconds(300), care: .byClock) { try counter.expireHolds() },
        Job("erasure", every: .seconds(3600), care: .ordered) {
          try caution()
          return try counter.finishErasures()
        },
        Job("anonymise", every: .seconds(3600), care: .byClock) {
          try caution()
          return try counter.anonymise()
        },
        Job("reminders", every: .seconds(600), care: .byClock) { try reminders.send() },
      ] + aged, permission: permission, logger: logger.part("jobs"))
    notices = NoticeService(counter: counter, messages: words, hasten: { [jobs] in jobs.hasten("reminders") })
  }

  /// Handles the result of a step of a station: plays its sound, and prints its receipt or the slip of a hold.
  func took(_ reported: ScanService.CommitNotice) {
    let policy = policy(of: reported.station)
    if let sound = reported.hasFailed ? .fault : reported.outcome.map({ Sound($0) }) {
      play(sound, at: reported.station, policy)
    }
    if let session = reported.endedSession, policy.receipt == "print" { receipts.printEnded(session) }
    if let hold = reported.trapped, policy.receipt == "print" { _ = receipts.printSlip(of: hold, at: reported.station) }
  }

  /// Plays a sound at a station.
  func sound(_ sound: Sound, at station: Station.Name) { play(sound, at: station, policy(of: station)) }

  private func play(_ sound: Sound, at station: Station.Name, _ policy: StationPolicy) {
    // This machine has no speaker of the other stations; they play their own sounds.
    if station == .hubStation, !policy.isQuiet { speaker?.play(sound) }
  }

  private func policy(of station: Station.Name) -> StationPolicy {
    (try? database.read { try policies.station(try $0.stationPolicy(station)) }) ?? StationPolicy()
  }

  /// Stops everything, in the reverse order of use.
  func stop() {
    speaker?.stop()
    receipts.stop()
    jobs.stop()
  }
}
