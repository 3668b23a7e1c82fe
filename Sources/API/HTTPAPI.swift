package import Attachments
package import Backups
package import BulkChanges
package import Catalogue
package import Concerts
internal import Configuration
package import Deadwax
package import Events
package import HTTPServer
package import History
package import Intake
package import LabelJobs
package import Lights
package import Lists
package import Log
package import Lookup
package import Messages
package import Moving
package import Notices
package import OfflineMerge
package import Scanning
package import Staff
package import StockTakes
package import TagJobs
package import Threads
package import Wire

/// The HTTP API of the hub: all routes, in one table by resource.
package struct HTTPAPI: Sendable {
  package let catalogue: Catalogue
  package let history: History
  package let scans: ScanService
  package let offline: OfflineService
  package let counter: StaffOperations
  package let undoing: UndoService
  package let recording: Recording
  package let receipts: Receipts
  package let notices: NoticeService
  package let tagViews: TagViews
  package let tagService: TagService
  package let events: EventRelay
  package let access: Access
  package let idempotency: IdempotencyStore
  /// The rate limit against the guessing of cards.
  let guesses = GuessLimit()
  package let labels: LabelService
  /// The pictures, texts and PDFs of records.
  package let attachments: Attachments
  /// The crates of releases and copies.
  package let crates: Crates
  /// The smart collections, with their counts.
  package let collections: Collections
  /// The statistics, the form of a year and the weeding list.
  package let statistics: Statistics
  /// The facets of a search for releases.
  package let facets: Facets
  /// The tags that people put on releases.
  package let releaseTags: KnownReleaseTags
  /// The plays of copies, and their reports.
  package let plays: Plays
  /// The concert catalogue.
  package let concerts: Concerts
  /// The imports of packages of the concert catalogue.
  package let concertImports: ConcertImports
  /// The facts that Archive.org has about recordings.
  package let archive: ArchiveTier
  /// The lights at the shelves.
  package let lights: Lights
  /// The releases that were scanned or opened last.
  package let recents: Recents
  /// The backups of the library.
  package let backups: Backups
  /// The loading of changers by plays.
  package let loading: ChangerLoading
  /// The known models of changers.
  package let changers: ChangerFiles
  /// The counts of what stands in places.
  package let stockTakes: StockTakes
  /// The tables of the whole library.
  package let export: LibraryExport
  /// The archives with the whole library.
  package let archives: LibraryArchives
  /// The settings that programs remember about devices.
  package let devices: DeviceSettings
  /// The imports of tables.
  package let imports: LibraryImports
  /// The changes of many copies as one.
  package let bulkChanges: BulkChanges
  /// The decoder of the pictures that phones send.
  package let pictures: PictureDecoder
  /// The searches at Discogs, for people who wait.
  package let search: DiscogsSearch
  /// The account at Discogs, and the token that staff enter.
  package let account: DiscogsAccount
  package let stations: Stations
  package let virtualHardware: VirtualControls?
  /// The cache of list responses.
  package let lists: ListCache
  package let openAPI: [UInt8]
  /// The texts for people, in the language of each station.
  package let words: Messages
  package let worker: SerialQueue
  /// The worker for requests that may take minutes, such as a recording.
  package let longWorker: SerialQueue
  /// The worker for counts of whole tables.
  package let countWorker: SerialQueue
  /// The worker for replicas, which take seconds to create.
  package let replicaWorker: SerialQueue
  /// The stations whose replica is being created.
  let replicaCallers = Locked<Set<String>>([])
  package let logger: Logger

  /// The functions through which the composition root reports on the hub's machine.
  package struct Stations: Sendable {
    package let readers: @Sendable () -> [ReaderReport]
    /// Returns the latest picture of a camera.
    package let preview: @Sendable (String) -> [UInt8]?
    package let readiness: @Sendable () -> Readiness
    package let metrics: @Sendable () -> String

    package init(
      readers: @escaping @Sendable () -> [ReaderReport], preview: @escaping @Sendable (String) -> [UInt8]?,
      readiness: @escaping @Sendable () -> Readiness, metrics: @escaping @Sendable () -> String
    ) {
      self.readers = readers
      self.preview = preview
      self.readiness = readiness
      self.metrics = metrics
    }
  }

  package init(
    catalogue: Catalogue, history: History, scans: ScanService, counter: StaffOperations, undoing: UndoService,
    recording: Recording, receipts: Receipts, notices: NoticeService, tagViews: TagViews, tagService: TagService,
    events: EventRelay, access: Access, once: IdempotencyStore, labels: LabelService,
    attachments: Attachments, backups: Backups, export: LibraryExport, archives: LibraryArchives,
    devices: DeviceSettings, imports: LibraryImports, bulkChanges: BulkChanges, concertImports: ConcertImports,
    archive: ArchiveTier, lights: Lights,
    pictures: PictureDecoder, search: DiscogsSearch,
    account: DiscogsAccount,
    stations: Stations,
    lists: ListCache, virtualHardware: VirtualControls?, openAPI: [UInt8], words: Messages, worker: SerialQueue,
    longWorker: SerialQueue, countWorker: SerialQueue, replicaWorker: SerialQueue, replicas: ReplicaCache,
    logger: Logger
  ) {
    self.catalogue = catalogue
    self.history = history
    self.scans = scans
    offline = OfflineService(
      database: scans.database, policies: scans.policies, replicas: replicas, published: scans.published)
    crates = Crates(database: scans.database, published: scans.published)
    collections = Collections(database: scans.database, published: scans.published)
    statistics = Statistics(database: scans.database, patience: .milliseconds(100))
    facets = Facets(database: scans.database)
    releaseTags = KnownReleaseTags(database: scans.database)
    concerts = Concerts(database: scans.database, published: scans.published)
    recents = Recents(database: scans.database, policies: scans.policies)
    let forms = PlayForms(folder: DataFolder.find("reports", with: "plays.json"))
    for fault in forms.faults { logger.warning("a form of a report of plays cannot be used: \(fault)") }
    plays = Plays(
      database: scans.database, policies: scans.policies, forms: forms.forms, published: scans.published)
    loading = ChangerLoading(database: scans.database)
    changers = ChangerFiles(folder: ChangerFiles.standardFolder())
    for case .failure(let fault) in changers.entries.map(\.result) { logger.warning("skipped a changer: \(fault)") }
    stockTakes = StockTakes(
      database: scans.database, policies: scans.policies, isClockRight: scans.isClockRight, published: scans.published)
    self.counter = counter
    self.undoing = undoing
    self.recording = recording
    self.receipts = receipts
    self.notices = notices
    self.tagViews = tagViews
    self.tagService = tagService
    self.events = events
    self.access = access
    self.idempotency = once
    self.labels = labels
    self.attachments = attachments
    self.backups = backups
    self.export = export
    self.archives = archives
    self.devices = devices
    self.imports = imports
    self.bulkChanges = bulkChanges
    self.concertImports = concertImports
    self.archive = archive
    self.lights = lights
    self.pictures = pictures
    self.search = search
    self.account = account
    self.stations = stations
    self.lists = lists
    self.virtualHardware = virtualHardware
    self.openAPI = openAPI
    self.words = words
    self.worker = worker
    self.longWorker = longWorker
    self.countWorker = countWorker
    self.replicaWorker = replicaWorker
    self.logger = logger
  }

  /// All operations of this API version.
  package var endpoints: [Endpoint] {
    healthRoutes + scanRoutes + pictureRoutes + copyAddressRoutes + borrowerLinkRoutes + borrowerPageRoutes + wallRoutes
      + releaseRoutes + alternativeRoutes + discogsRoutes + discogsComparisonRoutes + discogsPushRoutes
      + discogsTokenRoutes + discogsFolderRoutes
      + copyRoutes + bulkChangeRoutes + attachmentRoutes + backupRoutes + crateRoutes + collectionRoutes
      + statisticRoutes + playRoutes + showRoutes + concertRoutes + exportRoutes
      + importRoutes + archiveRoutes + mergeRoutes + deviceSettingRoutes
      + placeRoutes + changerRoutes + lightRoutes
      + stationRoutes + tagRoutes + tagJobRoutes
      + tagQueueRoutes + batchRoutes + readerRoutes + eventRoutes
      + setupRoutes
      + tokenRoutes + signInRoutes + accountRoutes + virtualHardwareRoutes + labelRoutes + borrowerRoutes + loanRoutes
      + holdRoutes + noticeRoutes
      + feeRoutes + inboxRoutes + recheckRoutes + settingRoutes + stockTakeRoutes + changeRoutes + recordingRoutes
      + sessionRoutes
      + offlineRoutes
  }

  /// The routes of all operations, for the server.
  package var routes: [Route] { endpoints.map { route(of: $0) } }
}
