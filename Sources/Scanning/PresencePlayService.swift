package import Deadwax
package import Execution
internal import Lending
package import Log
package import StationLogic
package import Storage
internal import Threads

/// Counts plays by presence: a copy whose tag lies on a reader of a station plays until it is lifted, where the policy of
/// the station says so.
///
/// The state of each station is stored, so that a restart of the hub ends no play. Whatever the readers report is handled
/// on the writer's lane, in their order.
package final class PresencePlayService: Sendable {
  /// The time within which readers must report their tags again after they, or the hub, were away.
  package static let grace = Duration.seconds(60)
  /// The time after which the state of a station is stored again although nothing happened.
  private static let pause = Duration.seconds(60)

  /// The clocks of the machine.
  package struct Clock: Sendable {
    /// Returns the present moment.
    package let moment: @Sendable () -> PresencePlays.Moment
    /// The name of the present start of the machine. The time since the start goes on while it is the same.
    package let machine: String

    package init(machine: String, moment: @escaping @Sendable () -> PresencePlays.Moment) {
      self.machine = machine
      self.moment = moment
    }
  }

  private let database: Database
  private let policies: LibraryPolicies
  private let clock: Clock
  private let logger: Logger
  private let published: @Sendable () -> Void
  private let faults = RepeatFilter()
  /// The stations at which something plays, each with the time at which its state was stored.
  private let active = Locked<[Station.Name: Duration]>([:])

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the settings of the library and of its stations.
  ///   - clock: the clocks of the machine.
  ///   - logger: the logger for errors.
  ///   - published: called after each commit that published an event; must not block.
  package init(
    database: Database, policies: LibraryPolicies, clock: Clock, logger: Logger,
    published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.policies = policies
    self.clock = clock
    self.logger = logger
    self.published = published
  }

  /// Continues with what played when the hub stopped. Call it once, before the readers start.
  package func resume() {
    let stations: [Station.Name]
    do {
      stations = try database.read { try $0.stationsPlaying() }
    } catch {
      logger.error("could not read what was playing: \(error)")
      return
    }
    for station in stations {
      step(at: station) { [clock] state, stored, moment, rules, _ in
        state.resume(at: moment, isSameStart: stored == clock.machine, rules)
        return []
      }
    }
  }

  /// Notes that a tag is on a reader. Returns at once.
  package func arrived(_ tag: PresentTag) {
    let sight = PresencePlays.Sight(reader: tag.reader, tag: tag.uid.description)
    step(at: tag.station) { state, _, moment, rules, transaction in
      guard case .copy(let copy)? = try transaction.binding(of: tag.uid)?.target else { return [] }
      return state.appear(copy, sight, at: moment, rules)
    }
  }

  /// Notes that a tag left a reader. Returns at once.
  package func left(_ uid: TagID, from reader: String, at station: Station.Name) {
    let sight = PresencePlays.Sight(reader: reader, tag: uid.description)
    step(at: station) { state, _, moment, rules, _ in state.leave(sight, at: moment, rules) }
  }

  /// Notes that the program of a reader started or ended: nothing is known about its tags. Returns at once.
  package func readerIsGone(_ reader: String, at station: Station.Name) {
    step(at: station) { state, _, moment, rules, _ in state.lose(reader, at: moment, rules) }
  }

  /// Ends the plays of copies that were lifted. Call it about twice a second; it does nothing while nothing plays.
  package func tick() {
    let now = clock.moment().uptime
    for (station, storedAt) in active.withLock({ $0 }) {
      do {
        let isDue = try database.read { reading -> Bool in
          guard let stored = try reading.playing(at: station) else { return true }
          var state = try ColumnJSON.read(PresencePlays.self, stored.state)
          let before = state.present
          let ended = state.tick(at: clock.moment(), try rules(in: reading))
          return !ended.isEmpty || state.isEmpty || before != state.present || now - storedAt >= Self.pause
        }
        faults.over("tick")
        if isDue { step(at: station) { state, _, moment, rules, _ in state.tick(at: moment, rules) } }
      } catch {
        if faults.isFirst("tick") { logger.error("could not read what is playing: \(error)") }
      }
    }
  }

  /// Changes the state of a station, and stores the plays that have ended.
  private func step(
    at station: Station.Name,
    _ change:
      @escaping @Sendable (
        inout PresencePlays, _ machine: String?, PresencePlays.Moment, PresencePlays.Rules, WriteTransaction
      ) throws -> [PresencePlays.Ended]
  ) {
    let moment = clock.moment()
    database.submit(
      { [self] transaction in try take(change, at: station, moment, in: transaction) },
      then: { [logger, faults] result in
        switch result {
        case .success: faults.over("step")
        case .failure(let error):
          if faults.isFirst("step") { logger.error("could not store what is playing at \(station): \(error)") }
        }
      })
  }

  private func take(
    _ change: (
      inout PresencePlays, String?, PresencePlays.Moment, PresencePlays.Rules, WriteTransaction
    ) throws -> [PresencePlays.Ended],
    at station: Station.Name, _ moment: PresencePlays.Moment, in transaction: WriteTransaction
  ) throws {
    let stored = try transaction.playing(at: station)
    let isOn = try policies.station(try transaction.stationPolicy(station)).playsByPresence
    guard isOn || stored != nil else { return }
    var state = try stored.map { try ColumnJSON.read(PresencePlays.self, $0.state) } ?? PresencePlays()
    let rules = try rules(in: transaction)
    var ended = isOn ? [] : state.end(at: moment, rules)
    if isOn { ended = try change(&state, stored?.machine, moment, rules, transaction) }
    for play in ended { try store(play, at: station, in: transaction) }
    let text = state.isEmpty ? nil : try ColumnJSON.write(state)
    try transaction.setPlaying(text, at: station, machine: clock.machine)
    let storedAt = state.isEmpty ? nil : moment.uptime
    transaction.afterCommit { [active, published] in
      active.withLock { $0[station] = storedAt }
      published()
    }
  }

  /// Stores a play as a change of its own, so that each can be undone. The change is that of no station: *Undo* at a station
  /// reverses what a person did there.
  private func store(_ ended: PresencePlays.Ended, at station: Station.Name, in transaction: WriteTransaction) throws {
    // A copy may have been removed while it played.
    guard try transaction.copy(ended.copy) != nil else { return }
    try transaction.insert(
      Play(
        id: transaction.newID(), copy: ended.copy, position: nil, startedAt: ended.startedAt, endedAt: ended.endedAt,
        source: .presence, station: station, version: 1))
    try transaction.publish(.copyChanged(change: .played), station: station, subject: ended.copy.text)
    try transaction.recordChange(.played)
  }

  private func rules(in records: any Queryable) throws -> PresencePlays.Rules {
    let plays = try policies.library(in: records).plays
    return PresencePlays.Rules(pause: .seconds(plays.pause), least: .seconds(plays.least), grace: Self.grace)
  }
}
