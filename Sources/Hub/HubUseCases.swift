internal import API
internal import Attachments
internal import Backups
internal import BulkChanges
internal import Concerts
internal import Deadwax
internal import Events
internal import Execution
internal import HTTPClient
internal import Intake
internal import Lending
internal import Lights
internal import Log
internal import Lookup
internal import Moving
internal import RequestRecords
internal import Scanning
internal import Sounds
internal import Staff
internal import Storage
internal import TagJobs
internal import Threads
internal import Wire

/// The use cases of a hub over its records: scans, tag jobs, the operations of staff and look-ups.
struct HubUseCases {
  let lookup: LookupService
  let search: DiscogsSearch
  let account: DiscogsAccount
  let counter: StaffOperations
  let tags: TagService
  let scans: ScanService
  let plays: PresencePlayService
  let attachments: Attachments
  let musicBrainz: MusicBrainzService
  let once: IdempotencyStore
  let backups: Backups
  let imports: LibraryImports
  let archives: LibraryArchives
  let devices: DeviceSettings
  let bulkChanges: BulkChanges
  let concertImports: ConcertImports
  let archive: ArchiveTier
  let lights: Lights

  /// - Parameters:
  ///   - configuration: the operator's configuration.
  ///   - records: the opened records.
  ///   - outside: the queue of the actions outside the database.
  ///   - logger: the logger for the operator.
  /// - Throws: an error of a part, with a sentence that says how to solve it.
  init(_ configuration: HubConfiguration, _ records: HubRecords, outside: BackgroundQueue, logger: Logger) throws {
    let (database, published, relay) = (records.database, records.published, records.relay)
    let tokenFile = configuration.dataFolder + "/discogs-token"
    let client = try configuration.discogs.client(
      cache: configuration.dataFolder + "/discogs-answers", enteredToken: tokenFile, logger: logger.part("discogs"))
    let stations = Locked<ScanService?>(nil)
    let policies = LibraryPolicies(defaults: records.library)
    let lookup = LookupService(
      database: database, client: client,
      preference: { LookupPreference(try database.read { try policies.library(in: $0) }.sources) },
      logger: logger.part("look-up"), published: published,
      foundSeveral: { release in stations.withLock { $0 }?.lookedUp(release) })
    self.lookup = lookup
    search = DiscogsSearch(client: client, patience: .seconds(10))
    account = DiscogsAccount(client: client, file: tokenFile, isGiven: configuration.discogs.hasToken)
    counter = StaffOperations(
      database: database, logger: logger.part("counter"), defaults: records.library, zones: records.zones,
      isClockRight: records.isClockRight, published: published, lookupWanted: { lookup.wake() },
      recheckPace: { lookup.recheckPace }, pushPace: { lookup.pushPace }, erasureBegun: { outside.forget() })
    try Hub.updateTimeZone(counter.settings, logger: logger.part("settings"))
    tags = TagService(
      database: database, address: configuration.tagAddress, policies: LibraryPolicies(defaults: records.library),
      logger: logger.part("tags"), published: published,
      reported: { job in if let sound = Sound(of: job) { outside.sound(sound, at: job.station) } })
    scans = ScanService(
      database: database, library: records.library, tags: tags, spool: configuration.dataFolder + "/deadwax.spool",
      isClockRight: records.isClockRight, logger: logger.part("stations"), published: published,
      lookupWanted: { lookup.wake() }, labelWanted: { outside.label($0) }, done: { outside.took($0) },
      failed: { notices in
        relay.announce(FaultEvent(notices).streamed)
        if notices.fault != nil { outside.sound(.fault, at: notices.station ?? .hubStation) }
      })
    let scans = scans
    stations.withLock { $0 = scans }
    plays = PresencePlayService(
      database: database, policies: policies, clock: MachineClock.sinceStart, logger: logger.part("plays"),
      published: published)
    let attachments = Attachments(
      database: database, policies: policies,
      folder: configuration.dataFolder + "/attachments",
      cleaner: PictureCleaner(program: configuration.programs + "/deadwax-reader"),
      logger: logger.part("attachments"), published: published)
    self.attachments = attachments
    musicBrainz = MusicBrainzService(
      database: database, client: configuration.musicBrainz.client(),
      use: { MusicBrainzService.Use(try database.read { try policies.library(in: $0) }.sources) },
      store: { try attachments.settleFetchedCover($0, of: $1, number: $2) },
      surroundings: .init(now: Timestamp.now, schedule: LookupSchedule(), poll: .seconds(2)),
      logger: logger.part("musicbrainz"), published: published)
    backups = Backups(
      database: database, library: .init(configuration, records), logger: logger.part("backups"))
    let backups = backups
    let bulkChanges = BulkChanges(
      database: database, policies: policies, published: published, logger: logger.part("bulk-changes"))
    self.bulkChanges = bulkChanges
    let surroundings = LibraryImports.Surroundings(
      prepare: { try backups.prepareForIrreversibleWork() }, published: published, lookupWanted: { lookup.wake() },
      covers: ImportCover.Storing(
        isPicture: { Attachments.isPicture($0) }, store: { try ImportCover.Stored(storing: $0, in: attachments) }),
      inParts: { try bulkChanges.perform($0) })
    imports = LibraryImports(
      database: database, folder: configuration.dataFolder, surroundings: surroundings, logger: logger.part("imports"))
    devices = DeviceSettings(
      database: database, folder: configuration.dataFolder, kind: configuration.deviceStore)
    archives = LibraryArchives(
      export: ArchiveExport(database: database, data: configuration.dataFolder, program: Hub.version),
      imports: ArchiveImport(
        database: database, data: configuration.dataFolder, program: Hub.version,
        surroundings: ArchiveImport.Surroundings(
          stage: { try backups.replaceLibrary(by: $0, $1) }, goesOn: { backups.goesOn }),
        logger: logger.part("imports")),
      merges: LibraryMerges(
        database: database, data: configuration.dataFolder, program: Hub.version, surroundings: surroundings,
        policies: policies, devices: devices, logger: logger.part("merges")))
    concertImports = ConcertImports(
      database: database, folder: configuration.dataFolder, prepare: { try backups.prepareForIrreversibleWork() },
      logger: logger.part("concerts"))
    archive = ArchiveTier(
      baseURL: configuration.concertArchive,
      client: HTTPClient(userAgent: "Deadwax/\(Hub.version)", maximumBody: ArchiveTier.answerLimit),
      folder: configuration.dataFolder + "/cache", now: Timestamp.now)
    let lightSwitch = LightSwitch(userAgent: "Deadwax/\(Hub.version)")
    lights = Lights(configuration.lights, database: database, logger: logger.part("lights")) {
      order throws(LightFault) in try lightSwitch.perform(order)
    }
    once = IdempotencyStore(responses: ResponseStore(database: database))
  }

  /// Prepares the stations of the readers and starts the readers. Tag jobs of the last run are marked as torn before.
  ///
  /// - Throws: a `StorageError`.
  func startReaders(
    _ configuration: HubConfiguration, _ records: HubRecords, outside: BackgroundQueue, logger: Logger
  ) throws -> LocalReaders {
    let plans = LocalReaders.plan(for: configuration, addresses: try tags.takeUpAddresses())
    for station in LocalReaders.stations(of: plans) { try scans.prepare(station) }
    try tags.recover()
    plays.resume()
    return LocalReaders(
      plans, rescue: configuration.readerRescue, scans: scans, tags: tags, plays: plays, database: records.database,
      logger: logger, published: records.published, failed: { outside.sound(.fault, at: $0) })
  }
}
