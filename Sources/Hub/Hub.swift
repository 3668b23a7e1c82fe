internal import API
internal import Catalogue
internal import Circulation
internal import Deadwax
internal import Events
internal import Foundation
internal import HTTPServer
internal import LabelJobs
internal import Lending
package import Log
internal import Lookup
internal import Messages
internal import RequestRecords
internal import Sounds
internal import Storage
internal import Threads

/// The hub: all parts of this machine, connected. Tests start it in the same way as the program does.
package final class Hub: Sendable {
  /// The version of this program.
  package static let version = ProgramVersion.current

  /// The modification time of this program's file: a clock that shows an earlier time is wrong.
  private static var builtAt: Timestamp {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let made = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    return Timestamp(milliseconds: Int64((made?.timeIntervalSince1970 ?? 0) * 1000))
  }

  /// The URL of the Desk page.
  package let address: String
  /// The other URLs of the Desk page: the further addresses and names of this machine, if the hub listens on all of
  /// them.
  package let otherAddresses: [String]
  private let addressFile: AddressFile
  /// The one-time link that creates an administrator; nil if there is one already and no other is requested.
  package let setupLink: String?

  private let database: Database
  private let relay: EventRelay
  private let server: HTTPServer
  private let readers: LocalReaders
  private let labels: LabelService
  private let lookup: LookupService
  private let ticker: RepeatingTimer
  private let actions: BackgroundWork
  private let clock: ClockWatch
  private let outside = BackgroundQueue()
  private let worker: SerialQueue
  private let longWorker: SerialQueue
  private let replicaWorker: SerialQueue
  private let replicas: ReplicaCache

  /// Opens the database, starts the readers, and listens.
  ///
  /// - Parameters:
  ///   - configuration: the operator's configuration.
  ///   - logger: the logger for the operator.
  /// - Throws: `DatabaseRefused`, `HubError` or an error of a part, with a sentence that says how to solve it.
  package init(configuration: HubConfiguration, logger: Logger) throws {
    try Database.checkIsFree(path: configuration.dataFolder + "/deadwax.sqlite")
    try DataFolderSetup.prepare(configuration.dataFolder, logger: logger.part("storage"))
    database = try Database(
      path: configuration.dataFolder + "/deadwax.sqlite", migrations: Migration.all, logger: logger.part("storage"),
      newestSequence: EventJournal.newestSequence, acceptLoss: configuration.acceptsLoss)
    let words = try Messages(folder: configuration.pages + "/messages")
    let shape = EventShape(words: words)
    relay = EventRelay(database: database) { event, reading in shape.render(try reading.view(of: event)) }
    let (database, relay) = (database, relay)
    let published: @Sendable () -> Void = { relay.wake() }
    if let demo = configuration.demo { try DemoImporter.mergeJournal(from: demo, into: database) }
    let access = Access(records: TokenStore(database: database), isOpenOnLoopback: configuration.isOnLoopback)
    lookup = LookupService(
      database: database, client: try configuration.discogs.client(logger: logger.part("discogs")),
      logger: logger.part("look-up"), published: published)
    let asking = lookup
    var library = LibraryPolicy()
    library.stations.movesTags = configuration.movesTags
    let zones = ZoneFiles(folder: configuration.zoneInfo)
    library.due.calendar.timeZone = SystemTimeZone.zone(in: zones)
    let machine = ClockSynchronisation(isTrusted: configuration.noticeUse.trustsClock)
    let clock = try ClockWatch(
      database: database, builtAt: Self.builtAt, isSet: { machine.isRight }, acceptedDay: configuration.acceptedDay,
      now: Timestamp.now, logger: logger.part("clock"))
    self.clock = clock
    let outside = outside
    let counter = StaffOperations(
      database: database, logger: logger.part("counter"), defaults: library, zones: zones,
      isClockRight: { clock.doubt == nil }, published: published, lookupWanted: { asking.wake() },
      erasureBegun: { outside.forget() })
    try Self.updateTimeZone(counter.settings, logger: logger.part("settings"))
    let tags = TagService(
      database: database, address: configuration.tagAddress, policies: LibraryPolicies(defaults: library),
      logger: logger.part("tags"),
      published: published,
      reported: { job in if let sound = Sound(of: job) { outside.sound(sound, at: job.station) } })
    let scans = ScanService(
      database: database, library: library, tags: tags, spool: configuration.dataFolder + "/deadwax.spool",
      isClockRight: { clock.doubt == nil }, logger: logger.part("stations"), published: published,
      lookupWanted: { asking.wake() }, labelWanted: { outside.label($0) }, done: { outside.took($0) },
      failed: { notices in
        relay.announce(EventShape.render(notices))
        if notices.fault != nil { outside.sound(.fault, at: notices.station ?? .hubStation) }
      })
    let plans = LocalReaders.plan(for: configuration, addresses: try tags.takeUpAddresses())
    for station in LocalReaders.stations(of: plans) { try scans.prepare(station) }
    try tags.recover()

    readers = LocalReaders(
      plans, rescue: configuration.readerRescue,
      scans: scans, tags: tags,
      database: database, logger: logger, published: published, failed: { outside.sound(.fault, at: $0) })
    let (readers, lookup) = (readers, lookup)

    labels = LabelService(
      database: database, configuration: try configuration.labels(), logger: logger.part("labels"), published: published
    )
    let labels = labels

    let once = IdempotencyStore(responses: ResponseStore(database: database))
    actions = try BackgroundWork(
      configuration: configuration, database: database, counter: counter, policies: scans.policies, words: words,
      aged: [
        Job("label-sheets", every: .seconds(3600), care: .byClock) { try labels.removeOld() },
        Job("kept-answers", every: .seconds(3600), care: .byClock) { try once.removeOld() },
      ],
      permission: Jobs.Permission(settlingTime: configuration.settlingTime, doubt: { clock.doubt }), logger: logger)
    let actions = actions
    outside.connect(actions, labels, on: configuration.noticeUse.stationLabel)

    worker = SerialQueue("requests")
    longWorker = SerialQueue("replays", limit: 1)
    replicaWorker = SerialQueue("replicas", limit: 64)
    replicas = ReplicaCache(folder: configuration.dataFolder)
    let surface = HTTPAPI(
      catalogue: Catalogue(database: database),
      history: History(database: database, policies: scans.policies, fault: { scans.fault(at: $0) }), scans: scans,
      counter: counter, undoing: UndoService(database: database, policies: scans.policies, published: published),
      recording: Recording(database: database, defaults: library, logger: logger.part("recording")),
      receipts: actions.receipts,
      tagViews: TagViews(database: database), tagService: tags, events: relay, access: access,
      once: once, labels: labels,
      stations: HTTPAPI.Stations(
        readers: { readers.views }, preview: { readers.picture(of: $0) },
        readiness: {
          Readiness(
            database: DatabaseProbe.fault(of: database), check: Readiness.Check(database.checkProgress),
            lookup: lookup.status.readiness, version: Hub.version)
        },
        metrics: {
          Metrics(
            database: database, scans: scans, tags: tags, readers: readers.statuses, lookup: lookup.status.readiness,
            actions: actions, clock: clock
          ).text
        }
      ),
      lists: ListCache { database.revision },
      virtualHardware: configuration.virtualHardware.map { .reached(at: $0) },
      openAPI: try Self.file(configuration.openAPI), words: words, worker: worker, longWorker: longWorker,
      replicaWorker: replicaWorker, replicas: replicas, logger: logger.part("api"))
    let pages = try StaticFiles(directory: configuration.pages)
    let fonts = PageFonts(folder: configuration.fonts)
    if let advice = fonts.advice { logger.warning(advice) }
    server = try HTTPServer(
      configuration: HTTPServerConfiguration(
        address: configuration.address, port: configuration.port,
        allowedHosts: ["localhost", "127.0.0.1", "[::1]"] + configuration.ownHosts + configuration.hosts),
      router: Router(surface.routes + pages.routes + fonts.files.routes), logger: logger.part("http"),
      problem: HTTPAPI.response(to:))
    let port = server.port
    let addresses = configuration.shownHosts.map { "http://\($0):\(port)/" }
    let address = addresses[0]
    self.address = address
    otherAddresses = Array(addresses.dropFirst())
    addressFile = AddressFile(in: configuration.dataFolder)
    try addressFile.write(host: configuration.address, port: server.port)
    setupLink = try access.beginSetup(another: configuration.wantsNewAdministrator).map { "\(address)setup#\($0)" }
    if configuration.wantsNewAdministrator {
      logger.warning("started with --new-administrator: the link on the console creates an administrator, once")
    }
    // The check starts after everything is served: it takes a while, begins with a checkpoint of the log, and nothing
    // waits for it.
    database.startChecking(after: Self.delayOfCheck, every: Self.pauseBetweenChecks)
    ticker = RepeatingTimer(every: .milliseconds(500)) {
      scans.tick()
      tags.tick()
      readers.tick()
      labels.tick()
      clock.look()
      actions.jobs.tick()
    }
  }

  /// Stops all parts in the reverse order, so that no part uses one that has stopped.
  package func stop() {
    addressFile.remove()
    ticker.stop()
    // Requests that wait for a replica get an error at once.
    replicas.stop()
    server.stop()
    replicaWorker.stop()
    longWorker.stop()
    worker.stop()
    outside.stop()
    actions.stop()
    labels.stop()
    readers.stop()
    lookup.stop()
    relay.stop()
    database.close()
  }

  private static let delayOfCheck = Duration.seconds(5)
  private static let pauseBetweenChecks = Duration.seconds(86_400)

  private static func file(_ path: String) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw HubError("\(path) is missing. Start the hub from its folder, or give the folder of the file with --docs.")
    }
    return [UInt8](bytes)
  }
}
