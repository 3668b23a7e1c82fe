import API
import Attachments
import Backups
import BulkChanges
import Catalogue
import Concerts
import Deadwax
import Events
import Execution
import HTTPClient
import HTTPServer
import History
import Intake
import LabelJobs
import Lending
import LendingTestSupport
import Lights
import Log
import Lookup
import Messages
import Moving
import Notices
import OfflineMerge
import RequestRecords
import Scanning
import Staff
import Storage
import StorageTestSupport
import TagJobs
import TestSupport
import Threads
import Wire

/// The whole API over a real database, called without a socket.
final class APIUnderTest: Sendable {
  let folder: TemporaryFolder
  let words: Messages
  let database: Database
  let access: Access
  let tags: TagService
  let surface: HTTPAPI
  let labels: LabelService
  let attachments: Attachments
  let imports: LibraryImports
  let merges: LibraryMerges
  let bulkChanges: BulkChanges
  let concertImports: ConcertImports
  let pictures: PictureDecoder
  let scans: ScanService
  let search: DiscogsSearch
  /// The response of Discogs to the next requests: status and body; nil if it cannot be reached.
  let discogs = Locked<(status: Int, body: String)?>(nil)
  /// The addresses that were requested from Discogs.
  let discogsRequests = Locked<[String]>([])
  let counter: StaffOperations
  let receipts: Receipts
  let lights: Lights
  /// The switchings of the lights.
  let switched = Locked<[LightOrder]>([])
  /// The labels that stations needed, in order.
  let wantedLabels = Locked<[ScanService.LabelNotice]>([])
  private let relay: EventRelay
  private let worker = SerialQueue("test requests")
  let longWorker = SerialQueue("test replays", limit: 1)
  private let countWorker = SerialQueue("test counts")
  let replicaWorker = SerialQueue("test replicas")

  init(isOpenOnLoopback: Bool = true) throws {
    folder = try TemporaryFolder("deadwax-api", inMemory: true)
    words = try Messages(folder: Repository.path("www/messages"))
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    relay = EventRelay(database: database) { [words] event, reading in
      EventResource(try reading.view(of: event), words).streamed
    }
    access = Access(
      records: TokenStore(database: database), isOpenOnLoopback: isOpenOnLoopback)
    let library = LibraryPolicy()
    tags = TagService(
      database: database, policies: LibraryPolicies(defaults: library), logger: .silent, published: {})
    scans = ScanService(
      database: database, library: library, tags: tags, isClockRight: { true }, logger: .silent, published: {},
      labelWanted: { [wantedLabels] notice in wantedLabels.withLock { $0.append(notice) } })
    counter = StaffOperations(
      database: database, logger: .silent, defaults: library, zones: SampleZones(), isClockRight: { true },
      published: {})
    let policies = scans.policies
    receipts = Receipts(
      database: database, words: words, library: { try policies.library(in: $0) }, printer: nil, logger: .silent)
    try scans.prepare(.hubStation)
    labels = LabelService(
      database: database,
      configuration: LabelService.Configuration(
        layouts: Repository.path("hardware/labels"), folder: folder.path("labels"),
        reader: try Repository.program("deadwax-reader")),
      library: { try policies.library(in: $0) }, logger: .silent, published: {})
    pictures = PictureDecoder(program: try Repository.program("deadwax-reader"))
    attachments = Attachments(
      database: database, policies: policies, folder: folder.path("attachments"),
      cleaner: PictureCleaner(program: try Repository.program("deadwax-reader")), logger: .silent, published: {})
    let discogsClient = { [discogs, discogsRequests] (token: DiscogsToken) in
      DiscogsClient(
        baseURL: "https://api.example", token: token,
        transport: CatalogueTransport { request, _ in
          discogsRequests.withLock { $0.append(request.url) }
          guard let (status, body) = discogs.withLock({ $0 }) else { return .failure(.refused) }
          return .success(HTTPClientResponse(status: status, headers: [:], body: Array(body.utf8)))
        }, gate: RequestGate(), cache: nil, now: Timestamp.now, logger: .silent)
    }
    search = DiscogsSearch(client: discogsClient(.text("demo")), patience: .seconds(10))
    let entered = folder.path("discogs-token")
    let account = DiscogsAccount(client: discogsClient(.file(entered)), file: entered, isGiven: false)
    let bulkChanges = BulkChanges(database: database, policies: policies, published: {}, logger: .silent)
    self.bulkChanges = bulkChanges
    let noCovers = ImportCover.Storing(isPicture: { _ in false }, store: { _ in throw MovingError.stopped })
    imports = LibraryImports(
      database: database, folder: folder.path,
      surroundings: LibraryImports.Surroundings(
        prepare: {}, published: {}, lookupWanted: {}, covers: noCovers, inParts: { try bulkChanges.perform($0) }),
      logger: .silent)
    concertImports = ConcertImports(database: database, folder: folder.path, prepare: {}, logger: .silent)
    let devices = DeviceSettings(database: database, folder: folder.path, kind: .database)
    merges = LibraryMerges(
      database: database, data: folder.path, program: "test",
      surroundings: LibraryImports.Surroundings(
        prepare: {}, published: {}, lookupWanted: {}, covers: noCovers, inParts: { _ in }), policies: policies,
      devices: devices, logger: .silent)
    let backups = Backups(
      database: database,
      library: Backups.Library(
        data: folder.path, folder: folder.path("backups"), ownsFolder: true, program: "test",
        migrations: Migration.all,
        newestSequence: EventJournal.newestSequence,
        rules: {
          BackupRules(
            longest: nil, retention: BackupRetention(count: 30, days: nil, mebibytes: nil), stale: .seconds(3600),
            caution: nil)
        }, now: Timestamp.now, isClockRight: { true }), logger: .silent)
    let switched = switched
    let lights = Lights(
      [
        LightStrip(
          name: "studio", place: "Lit shelf", slots: 1...3, driver: .program("/bin/true"), first: 10, lightsPerSlot: 2,
          colour: "ffb000", seconds: 60)
      ], database: database, logger: .silent
    ) { order throws(LightFault) in
      switched.withLock { $0.append(order) }
      if order.slot == 3 { throw .failed("The light studio does not respond.") }
    }
    self.lights = lights
    surface = HTTPAPI(
      catalogue: Catalogue(database: database), history: History(database: database, policies: policies), scans: scans,
      counter: counter, undoing: UndoService(database: database, policies: scans.policies, published: {}),
      recording: Recording(database: database, defaults: library, logger: .silent), receipts: receipts,
      notices: NoticeService(counter: counter, messages: words, hasten: {}), tagViews: TagViews(database: database),
      tagService: tags, events: relay, access: access,
      once: IdempotencyStore(responses: ResponseStore(database: database)), labels: labels,
      attachments: attachments,
      backups: backups,
      export: LibraryExport(database: database, folder: folder.path),
      archives: LibraryArchives(
        export: ArchiveExport(database: database, data: folder.path, program: "test"),
        imports: ArchiveImport(
          database: database, data: folder.path, program: "test",
          surroundings: ArchiveImport.Surroundings(
            stage: { try backups.replaceLibrary(by: $0, $1) }, goesOn: { backups.goesOn }), logger: .silent),
        merges: merges),
      devices: devices, imports: imports, bulkChanges: bulkChanges, concertImports: concertImports,
      archive: ArchiveTier(
        baseURL: "http://127.0.0.1:1", client: HTTPClient(userAgent: "test"), folder: folder.path("cache"),
        now: Timestamp.now), lights: lights, pictures: pictures,
      search: search, account: account,
      stations: HTTPAPI.Stations(
        readers: { [] }, preview: { $0 == "camera" ? Array("a picture".utf8) : nil },
        readiness: {
          Readiness(
            database: nil, check: Readiness.Check(state: "waiting", percent: 0, soundAt: nil),
            readers: [], lookup: Readiness.Lookup(state: "working", queued: 0),
            musicbrainz: Readiness.Lookup(state: "off", queued: 0), files: nil, backup: nil, version: "test")
        },
        metrics: { "" }),
      lists: ListCache(versions: ListVersions(database: database)),
      virtualHardware: VirtualControls { _, path, _ in
        HTTPResponse(status: 200, headers: [("cache-control", "no-store")], body: .bytes(Array("\"\(path)\"".utf8)))
      }, openAPI: [], words: words, worker: worker, longWorker: longWorker, countWorker: countWorker,
      replicaWorker: replicaWorker, replicas: ReplicaCache(folder: folder.path), logger: .silent)
  }

  func end() {
    lights.stop()
    search.stop()
    replicaWorker.stop()
    longWorker.stop()
    countWorker.stop()
    worker.stop()
    imports.stop()
    concertImports.stop()
    merges.stop()
    bulkChanges.stop()
    receipts.stop()
    labels.stop()
    pictures.stop()
    attachments.stop()
    relay.stop()
    database.close()
  }

  /// Returns the response of a pattern's route.
  func answer(
    _ method: Method, _ pattern: String, target: String? = nil, parameters: [(String, String)] = [],
    headers: [(String, String)] = [("host", "127.0.0.1")], body: String = "", bytes: [UInt8]? = nil,
    peerIsLoopback: Bool = true, peerNetwork: UInt64 = 1
  ) throws -> HTTPResponse {
    guard let route = surface.routes.first(where: { $0.method == method && $0.pattern == pattern }) else {
      throw TestFailure("there is no \(method.rawValue) \(pattern)")
    }
    // The values that the router would have found in the path; "x" for those that the test does not use.
    let names = pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    let found = names.map { name in (name, parameters.first { $0.0 == name }?.1 ?? "x") }
    let answer = Monitor<HTTPResponse?>(nil)
    route.handler(
      HTTPRequest(
        method: method, target: target ?? pattern, headers: headers, body: bytes ?? Array(body.utf8),
        peerIsLoopback: peerIsLoopback, peerNetwork: peerNetwork, parameters: PathParameters(found)),
      Reply { response in answer.update { $0 = response } })
    guard let response = answer.wait(atMost: .seconds(60), until: { $0 }) else {
      throw TestFailure("\(method.rawValue) \(pattern) was never answered")
    }
    return response
  }

  /// Creates a token with a role.
  func token(_ role: Role) throws -> String { try access.makeToken(name: "test", role: role).token }
}

extension HTTPResponse {
  /// The body as text.
  var text: String {
    switch body {
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .file(let file):
      let bytes = [UInt8](unsafeUninitializedCapacity: file.count) { buffer, filled in
        filled = file.read(from: 0, into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
      }
      return String(decoding: bytes, as: UTF8.self)
    case .stream: return ""
    }
  }
}
