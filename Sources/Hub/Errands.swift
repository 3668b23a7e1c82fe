internal import Circulation
internal import Deadwax
internal import Labelling
internal import Lanes
internal import Lending
internal import Log
internal import Messages
internal import Notices
internal import Readers
internal import Sounds
internal import Storage

/// What the hub does beside the desks, never in their way: receipts, reminders, sounds, labels that a desk asked for, and
/// the jobs of the house.
final class Errands: Sendable {
  let receipts: Receipts
  let jobs: Jobs
  private let speaker: Speaker?
  private let policies: HousePolicies
  private let database: Database

  /// - Throws: `HubError` for what cannot be meant.
  init(
    configuration: HubConfiguration, database: Database, counter: Counter, policies: HousePolicies, words: Messages,
    logger: Logger
  ) throws {
    self.database = database
    self.policies = policies
    let use = configuration.noticeUse
    let house: @Sendable (any Queryable) throws -> HousePolicy = { try policies.house(in: $0) }
    receipts = Receipts(
      database: database, words: words, house: house, printer: use.receiptCommand.map { HookProgram($0) },
      printsASCII: use.printsASCII, logger: logger.part("receipts"))
    let reminders = Reminders(
      database: database, words: words, house: house, program: use.mailCommand.map { HookProgram($0) },
      sender: try configuration.mailSender(), logger: logger.part("reminders"))
    speaker = configuration.speaker(logger: logger.part("speaker"))
    jobs = Jobs(
      database: database,
      jobs: [
        Job("hold-expiry", every: .seconds(300)) { try counter.expireHolds() },
        Job("erasure", every: .seconds(3600)) { try counter.finishErasures() },
        Job("anonymise", every: .seconds(3600)) { try counter.anonymise() },
        Job("reminders", every: .seconds(600)) { try reminders.send() },
      ], logger: logger.part("jobs"))
  }

  /// A desk has done something: it may be heard, and printed.
  func took(_ told: ScanService.Told) {
    let policy = policy(of: told.station)
    if let sound = told.hasFailed ? .fault : told.outcome.map({ Sound($0) }) { play(sound, at: told.station, policy) }
    if let visit = told.endedVisit, policy.receipt == "print" { receipts.printEnded(visit) }
  }

  /// Something is to be heard at a desk.
  func sound(_ sound: Sound, at station: Station.Name) { play(sound, at: station, policy(of: station)) }

  private func play(_ sound: Sound, at station: Station.Name, _ policy: StationPolicy) {
    // The other desks have machines of their own.
    if station == .desk, !policy.isQuiet { speaker?.play(sound) }
  }

  private func policy(of station: Station.Name) -> StationPolicy {
    (try? database.read { try policies.station(try $0.stationPolicy(station)) }) ?? StationPolicy()
  }

  /// In the reverse order of use.
  func stop() {
    speaker?.stop()
    receipts.stop()
    jobs.stop()
  }
}

/// The way from the desks to the errands, which are there a little later: what happens on the writer's lane goes on on
/// another, so that no scan waits.
final class Outside: Sendable {
  private struct Ends {
    var errands: Errands
    var labels: LabelService
    var layout: String?
  }

  private let ends = Guarded<Ends?>(nil)
  private let lane = Worker("errands", limit: 256)

  func connect(_ errands: Errands, _ labels: LabelService, on layout: String?) {
    ends.withLock { $0 = Ends(errands: errands, labels: labels, layout: layout) }
  }

  func took(_ told: ScanService.Told) {
    guard let errands = ends.withLock({ $0?.errands }) else { return }
    // When so much waits, a sound is too late anyway.
    _ = lane.add { errands.took(told) }
  }

  func sound(_ sound: Sound, at station: Station.Name) {
    guard let errands = ends.withLock({ $0?.errands }) else { return }
    _ = lane.add { errands.sound(sound, at: station) }
  }

  func label(_ copy: Copy.ID) {
    guard let ends = ends.withLock({ $0 }) else { return }
    ends.labels.makeAtDesk(copy, on: ends.layout)
  }

  func forget() { ends.withLock { $0?.errands.jobs.hasten("erasure") } }

  func stop() { lane.stop() }
}
