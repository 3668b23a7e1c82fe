internal import API
internal import Deadwax
internal import Intake
internal import Log
internal import ReaderProtocol
internal import Readers
internal import Scanning
internal import StationLogic
internal import Storage
internal import TagJobs
internal import Threads
internal import Wire

/// All readers of this machine: their supervisors, their reports, and the camera pictures.
final class LocalReaders: Sendable {
  /// The intake and the watch of each station with readers of this machine.
  private let stations: [Station.Name: ReaderStation]
  private let tags: TagService
  private let supervisors: [ReaderSupervisor]
  private let rescue: ReaderRescue?
  private let scans: ScanService
  private let logger: Logger
  private let requested = Locked<[String: PreviewRequest]>([:])

  /// A station with readers of this machine.
  private struct ReaderStation: Sendable {
    let intake: ReadingIntake
    let watch: ReaderWatch
  }

  /// The time of the last request for a camera's picture. `isReported` is true if the camera has been requested to send
  /// pictures.
  private struct PreviewRequest {
    var at: ContinuousClock.Instant
    var isReported: Bool
  }

  /// The time for which a camera continues to send pictures after the last request.
  private static let pictureTime = Duration.seconds(10)
  private static let picturesPerSecond = 4.0

  /// Starts the readers. `failed` is called once for each failure of a reader, with its station.
  init(
    _ plans: [ReaderConfiguration], rescue: String?, scans: ScanService, tags: TagService,
    plays: PresencePlayService, database: Database, logger: Logger,
    published: @escaping @Sendable () -> Void, failed: @escaping @Sendable (Station.Name) -> Void
  ) {
    self.tags = tags
    let logger = logger.part("readers")
    self.logger = logger
    self.scans = scans
    let faulty = (try? database.read(Self.stationsWithFault(in:))) ?? []
    let plansByStation = Dictionary(grouping: plans, by: Self.station(of:))
    var stations: [Station.Name: ReaderStation] = [:]
    // A station without readers has a watch too: it withdraws the fault that was reported while it had some.
    for station in Self.stations(of: plans).union(faulty) {
      let reports = ReaderReports(station: station, scans: scans, tags: tags, plays: plays, logger: logger)
      stations[station] = ReaderStation(
        intake: ReadingIntake(station: station, presence: tags.presence) { reports.take($0, from: $1) },
        watch: ReaderWatch(plansByStation[station] ?? [], isReported: faulty.contains(station)))
    }
    self.stations = stations
    self.rescue = rescue.map { ReaderRescue($0, logger: logger) }
    let seen = Locked<[String: ReaderStatus]>([:])
    let bell = FailureLatch()
    supervisors = plans.map { plan in
      let station = Self.station(of: plan)
      let intake = stations[station]?.intake
      return ReaderSupervisor(
        configuration: plan, logger: logger,
        onMessage: { intake?.take($0, from: plan.name) },
        onStatus: { status in
          let before = seen.withLock { $0.updateValue(status, forKey: status.name) }
          guard before != status else { return }
          if status.process == nil, before?.process != nil { intake?.ended(status.name) }
          if bell.isNewFailure(for: status.name, in: status.state.kind) { failed(station) }
          Self.publish(status, intake, to: database, logger, published)
        })
    }
    let byName = Dictionary(uniqueKeysWithValues: zip(plans.map(\.name), supervisors))
    tags.connect { message, reader in byName[reader]?.send(message) }
    for supervisor in supervisors { supervisor.start() }
  }

  var statuses: [ReaderStatus] { supervisors.map(\.status) }

  /// The readers in the form that screens display.
  var reports: [ReaderReport] {
    statuses.map { ReaderReport($0, present: intake(of: $0)?.present(at: $0.name) ?? 0) }
  }

  /// Returns the stations that get readings, including the hub's own.
  static func stations(of plans: [ReaderConfiguration]) -> Set<Station.Name> {
    Set([.hubStation] + plans.map(station(of:)))
  }

  /// Returns the stations that reported that none of their readers works.
  private static func stationsWithFault(in reading: ReadTransaction) throws -> Set<Station.Name> {
    let names = try reading.stationNames()
    return Set(try names.filter { try reading.station($0)?.state.fault?.kind == StationState.Fault.readers })
  }

  /// Returns the station of a reader. A plan with an invalid name of a station belongs to the hub's own.
  private static func station(of plan: ReaderConfiguration) -> Station.Name {
    Station.Name(plan.station) ?? .hubStation
  }

  private func intake(of reader: ReaderStatus) -> ReadingIntake? {
    stations[Station.Name(reader.station) ?? .hubStation]?.intake
  }

  /// Returns the newest picture of a reader with previews, and makes the reader send pictures for a while.
  func picture(of reader: String) -> [UInt8]? {
    guard let supervisor = supervisors.first(where: { $0.status.name == reader }),
      supervisor.status.capabilities.contains(.preview)
    else { return nil }
    let mustReport = requested.withLock { requested in
      let wasReported = requested[reader]?.isReported ?? false
      requested[reader] = PreviewRequest(at: .now, isReported: true)
      return !wasReported
    }
    if mustReport { supervisor.send(.preview(framesPerSecond: Self.picturesPerSecond)) }
    return intake(of: supervisor.status)?.picture(of: reader)
  }

  /// Stops pictures that are no longer requested, rescues readers, and reports to the station when no reader works.
  /// Call it about twice a second.
  func tick() {
    let statuses = statuses
    rescue?.look(at: statuses, .now())
    for (name, station) in stations {
      let readers = statuses.filter { (Station.Name($0.station) ?? .hubStation) == name }
      if let event = station.watch.look(at: readers, .now) { send(event, at: name, station.watch) }
    }
    let unwanted = requested.withLock { requested in
      let names = requested.filter { $0.value.isReported && $0.value.at.duration(to: .now) > Self.pictureTime }.keys
      for name in names { requested[name] = nil }
      return Set(names)
    }
    for supervisor in supervisors where unwanted.contains(supervisor.status.name) {
      supervisor.send(.preview(framesPerSecond: 0))
    }
  }

  private func send(_ event: StationEvent, at station: Station.Name, _ watch: ReaderWatch) {
    scans.act(event, at: station) { [logger] result in
      guard case .failure(let error) = result else { return }
      watch.wasNotReported()
      logger.error("could not store that the station has or lacks readers: \(error)")
    }
  }

  func stop() {
    // The send function retains the supervisors, and they retain the receiver of their messages.
    tags.connect { _, _ in }
    for supervisor in supervisors { supervisor.stop() }
  }

  /// Publishes the new state of a reader, so that every screen gets it.
  private static func publish(
    _ status: ReaderStatus, _ intake: ReadingIntake?, to database: Database, _ logger: Logger,
    _ published: @escaping @Sendable () -> Void
  ) {
    let report = ReaderReport(status, present: intake?.present(at: status.name) ?? 0)
    database.submit({ transaction in
      try transaction.publish(
        .readerChanged(reader: report), station: report.station, subject: status.name)
      transaction.afterCommit(published)
    }) { result in
      if case .failure(let error) = result {
        logger.error("could not store the state of reader \(status.name): \(error)")
      }
    }
  }
}
