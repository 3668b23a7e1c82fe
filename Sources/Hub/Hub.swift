internal import API
internal import Catalogue
internal import Circulation
internal import Deadwax
internal import Desk
internal import Events
internal import Foundation
internal import HTTPServer
internal import Labelling
internal import Lanes
internal import Lending
package import Log
internal import Lookup
internal import Messages
internal import Readers
internal import Sounds
internal import Storage

/// The hub: all parts of this machine's desk, put together. Tests start it as the program does.
package final class Hub: Sendable {
  /// The version of this program.
  package static let version = "0.1.0"

  /// Where the desk's page is.
  package let address: String
  /// The one-time link by which the first administrator gets in; nil when there is one already.
  package let setupLink: String?

  private let database: Database
  private let relay: EventRelay
  private let server: HTTPServer
  private let readers: ReaderRoom
  private let labels: LabelService
  private let lookup: LookupService
  private let ticker: Ticker
  private let errands: Errands
  private let outside = Outside()
  private let worker: Worker
  private let longWorker: Worker
  private let replicaWorker: Worker

  /// Opens the database, starts the readers, and listens.
  ///
  /// - Parameters:
  ///   - configuration: what the operator decided.
  ///   - logger: takes what an operator should know.
  /// - Throws: `DatabaseRefused`, `HubError` or an error of a part, with a sentence that says what to do.
  package init(configuration: HubConfiguration, logger: Logger) throws {
    try FileManager.default.createDirectory(
      atPath: configuration.dataFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    database = try Database(
      path: configuration.dataFolder + "/deadwax.sqlite", migrations: Migration.all, logger: logger.part("storage"),
      newestSequence: Journal.newestSequence, acceptLoss: configuration.acceptsLoss)
    let words = try Messages(folder: configuration.pages + "/messages")
    relay = EventRelay(database: database, render: EventLines(words: words).render)
    let (database, relay) = (database, relay)
    let published: @Sendable () -> Void = { relay.wake() }
    if let demo = configuration.demo { try DemoShelf.takeIn(from: demo, into: database) }
    let access = Access(database: database, isOpenOnLoopback: configuration.isOnLoopback)
    lookup = LookupService(
      database: database, client: try configuration.discogs.client(logger: logger.part("discogs")),
      logger: logger.part("look-up"), published: published)
    let asking = lookup
    var house = HousePolicy()
    house.desk.movesTags = configuration.movesTags
    house.due.calendar.timeZone = MachineZone.posix()
    let clock = MachineClock(isTrusted: configuration.noticeUse.trustsClock)
    let outside = outside
    let tags = TagService(
      database: database, address: configuration.tagAddress, policy: house.desk, logger: logger.part("tags"),
      published: published,
      told: { job in if let sound = Sound(of: job) { outside.sound(sound, at: job.station) } })
    let scans = ScanService(
      database: database, house: house, tags: tags, spool: configuration.dataFolder + "/deadwax.spool",
      isClockRight: { clock.isRight }, logger: logger.part("desk"), published: published,
      lookupWanted: { asking.wake() }, labelWanted: { outside.label($0) }, done: { outside.took($0) },
      failed: { news in
        relay.announce(EventLines.render(news))
        if news.fault != nil { outside.sound(.fault, at: news.station ?? .desk) }
      })
    try scans.prepare(.desk)
    try tags.recover()

    readers = ReaderRoom(
      ReaderRoom.plan(for: configuration), rescue: configuration.readerRescue, scans: scans, tags: tags,
      database: database, logger: logger, published: published, failed: { outside.sound(.fault, at: $0) })
    let (readers, lookup) = (readers, lookup)

    labels = LabelService(
      database: database, configuration: try configuration.labels(), logger: logger.part("labels"), published: published
    )
    let labels = labels

    let counter = Counter(
      database: database, logger: logger.part("counter"), defaults: house, isClockRight: { clock.isRight },
      published: published, lookupWanted: { asking.wake() }, erasureBegun: { outside.forget() })
    errands = try Errands(
      configuration: configuration, database: database, counter: counter, policies: scans.policies, words: words,
      logger: logger)
    let errands = errands
    outside.connect(errands, labels, on: configuration.noticeUse.deskLabel)

    worker = Worker("requests")
    longWorker = Worker("replays", limit: 1)
    replicaWorker = Worker("replicas", limit: 16)
    let surface = Surface(
      catalogue: Catalogue(database: database),
      history: History(database: database, policies: scans.policies, fault: { scans.fault(at: $0) }), scans: scans,
      counter: counter, undoing: Undoing(database: database, policies: scans.policies, published: published),
      recording: Recording(database: database, defaults: house, logger: logger.part("recording")),
      receipts: errands.receipts,
      tagViews: TagViews(database: database), tagService: tags, events: relay, access: access,
      once: OnceKeeper(database: database), labels: labels,
      desks: Surface.Desks(
        readers: { readers.views }, preview: { readers.picture(of: $0) },
        readiness: {
          Readiness(database: DatabaseProbe.fault(of: database), lookup: lookup.status.readiness, version: Hub.version)
        },
        metrics: {
          Metrics(
            database: database, scans: scans, tags: tags, readers: readers.statuses, lookup: lookup.status.readiness,
            errands: errands
          ).text
        }
      ),
      virtualDesk: configuration.virtualDesk.map { .reached(at: $0) },
      openAPI: try Self.file(configuration.openAPI), words: words, worker: worker, longWorker: longWorker,
      replicaWorker: replicaWorker, logger: logger.part("api"))
    let pages = try StaticFiles(directory: configuration.pages)
    server = try HTTPServer(
      configuration: HTTPServerConfiguration(
        address: configuration.address, port: configuration.port,
        allowedHosts: ["localhost", "127.0.0.1", "[::1]"] + configuration.hosts),
      router: Router(surface.routes + pages.routes), logger: logger.part("http"), problem: Surface.response(to:))
    let host = configuration.address.contains(":") ? "[\(configuration.address)]" : configuration.address
    let address = "http://\(host):\(server.port)/"
    self.address = address
    setupLink = try access.beginSetup().map { "\(address)setup#\($0)" }
    ticker = Ticker(every: .milliseconds(500)) {
      scans.tick()
      tags.tick()
      readers.tick()
      labels.tick()
      errands.jobs.tick()
    }
  }

  /// Stops everything in the reverse order, so that what is above never finds what is below gone.
  package func stop() {
    ticker.stop()
    server.stop()
    replicaWorker.stop()
    longWorker.stop()
    worker.stop()
    outside.stop()
    errands.stop()
    labels.stop()
    readers.stop()
    lookup.stop()
    relay.stop()
    database.close()
  }

  private static func file(_ path: String) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw HubError("\(path) is missing; start the hub from its folder, or name the file with --openapi.")
    }
    return [UInt8](bytes)
  }
}

/// Why the hub cannot start, in one sentence.
package struct HubError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
