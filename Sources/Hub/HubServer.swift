internal import API
internal import Attachments
internal import Backups
internal import Catalogue
internal import Deadwax
internal import Foundation
internal import HTTPServer
internal import History
internal import Intake
internal import LabelJobs
internal import Log
internal import Lookup
internal import Moving
internal import OfflineMerge
internal import Scanning
internal import Secrets
internal import Staff
internal import Storage
internal import TagJobs
internal import Threads
internal import Wire

/// The server of a hub: the API over the use cases, the pages, and the lanes that requests wait on.
struct HubServer {
  let server: HTTPServer
  /// The URLs of the Desk page, the main one first.
  let addresses: [String]
  let addressFile: AddressFile
  private let worker = SerialQueue("requests")
  private let longWorker = SerialQueue("long requests", limit: 1)
  private let countWorker = SerialQueue("counts")
  private let replicaWorker = SerialQueue("replicas", limit: 64)
  private let replicas: ReplicaCache
  private let pictures: PictureDecoder
  private let attachments: Attachments

  /// Listens from now on.
  ///
  /// - Throws: `HubError` or an error of a part, with a sentence that says how to solve it.
  init(
    _ configuration: HubConfiguration, _ records: HubRecords, _ useCases: HubUseCases, readers: LocalReaders,
    labels: LabelService, actions: BackgroundWork, logger: Logger
  ) throws {
    replicas = ReplicaCache(folder: configuration.dataFolder)
    pictures = PictureDecoder(program: configuration.programs + "/deadwax-reader")
    attachments = useCases.attachments
    let (database, scans) = (records.database, useCases.scans)
    let surface = HTTPAPI(
      catalogue: Catalogue(database: database),
      history: History(database: database, policies: scans.policies, fault: { scans.fault(at: $0) }), scans: scans,
      counter: useCases.counter,
      undoing: UndoService(database: database, policies: scans.policies, published: records.published),
      recording: Recording(database: database, defaults: records.library, logger: logger.part("recording")),
      receipts: actions.receipts, notices: actions.notices, tagViews: TagViews(database: database),
      tagService: useCases.tags,
      events: records.relay, access: records.access, once: useCases.once, labels: labels,
      attachments: useCases.attachments, backups: useCases.backups,
      export: LibraryExport(database: records.database, folder: configuration.dataFolder),
      archives: useCases.archives, devices: useCases.devices, imports: useCases.imports,
      bulkChanges: useCases.bulkChanges, concertImports: useCases.concertImports, archive: useCases.archive,
      lights: useCases.lights, pictures: pictures,
      search: useCases.search, account: useCases.account,
      stations: Self.stations(records, useCases, readers, actions),
      lists: ListCache(versions: ListVersions(database: database)),
      virtualHardware: configuration.virtualHardware.map { .reached(at: $0) },
      openAPI: try Self.file(configuration.openAPI), words: records.words, worker: worker, longWorker: longWorker,
      countWorker: countWorker, replicaWorker: replicaWorker, replicas: replicas, logger: logger.part("api"))
    let colours = PageColours(counter: useCases.counter, worker: worker, logger: logger.part("pages"))
    let fonts = PageFonts(folder: configuration.fonts)
    let pages = try PageTree(
      directory: configuration.pages, fonts: fonts.first, sha256: { Digest.sha256(of: Array($0.utf8)) })
    if let advice = fonts.advice { logger.warning(advice) }
    var listening = HTTPServerConfiguration(
      address: configuration.address, port: configuration.port,
      allowedHosts: ["localhost", "127.0.0.1", "[::1]"] + configuration.ownHosts + configuration.hosts)
    listening.identity = try configuration.tls?.identity()
    listening.proxies = configuration.proxies
    server = try HTTPServer(
      configuration: listening,
      router: Router(
        surface.routes + surface.guarded(pages.routes) + fonts.files.routes + [colours.route]),
      logger: logger.part("http"),
      problem: HTTPAPI.response(to:))
    let port = server.port
    let scheme = configuration.tls == nil ? "http" : "https"
    addresses = configuration.shownHosts.map { "\(scheme)://\($0):\(port)/" }
    addressFile = AddressFile(in: configuration.dataFolder)
    try addressFile.write(scheme: scheme, host: configuration.address, port: port)
  }

  /// Stops listening, and ends the requests that wait.
  func stop() {
    // Requests that wait for a replica get an error at once.
    replicas.stop()
    server.stop()
    pictures.stop()
    attachments.stop()
    replicaWorker.stop()
    countWorker.stop()
    longWorker.stop()
    worker.stop()
  }

  private static func stations(
    _ records: HubRecords, _ useCases: HubUseCases, _ readers: LocalReaders, _ actions: BackgroundWork
  ) -> HTTPAPI.Stations {
    let (database, lookup) = (records.database, useCases.lookup)
    let (scans, tags, clock) = (useCases.scans, useCases.tags, records.clock)
    let attachments = useCases.attachments
    return HTTPAPI.Stations(
      readers: { readers.reports }, preview: { readers.picture(of: $0) },
      readiness: {
        Readiness(
          database: DatabaseProbe.fault(of: database), check: Readiness.Check(database.checkProgress),
          readers: readers.reports, lookup: lookup.status.readiness,
          musicbrainz: useCases.musicBrainz.status.readiness,
          files: attachments.lastCheck.map { at, report in
            Readiness.Files(
              checkedAt: at, whole: report.whole, missing: report.missing.count, damaged: report.damaged.count)
          }, backup: try? Readiness.Backup(useCases.backups.status()), version: Hub.version)
      },
      metrics: {
        Metrics(
          database: database, scans: scans, tags: tags, readers: readers.statuses, lookup: lookup.status.readiness,
          musicBrainz: useCases.musicBrainz.status.readiness,
          actions: actions, clock: clock, backups: useCases.backups
        ).text
      })
  }

  private static func file(_ path: String) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw HubError("\(path) is missing. Start the hub from its folder, or give the folder of the file with --docs.")
    }
    return [UInt8](bytes)
  }
}
