import Catalogue
import Deadwax
import Demo
import HTTPClient
import Log
import Lookup
import Storage
import StorageTestSupport
import TestSupport
import Threads
import VirtualHardware

/// A database, a stand-in for Discogs, and a clock that moves only when a test advances it.
final class LookupFixture: Sendable {
  let database: Database
  let standIn: DiscogsStandIn
  let folder: TemporaryFolder
  private let clock: Locked<Timestamp>
  private let wakes = Monitor(0)

  init(token: String? = "demo") throws {
    folder = try TemporaryFolder("deadwax-lookup", inMemory: true)
    if let token { try folder.write(token, to: "token") }
    standIn = try DiscogsStandIn(library: DemoLibrary(path: Repository.path("demo/library.json")), limit: 1000)
    let clock = Locked(Timestamp(milliseconds: 1_700_000_000_000))
    self.clock = clock
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("test.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { clock.withLock { $0 } })
  }

  var now: Timestamp { clock.withLock { $0 } }

  func advance(_ duration: Duration) { clock.withLock { $0 = $0 + duration } }

  /// The number of announced commits.
  var announcements: Int { wakes.read { $0 } }

  func service(preference: LookupPreference = LookupPreference(), timeout: Duration = .seconds(10)) -> LookupService {
    let clock = clock
    let wakes = wakes
    return LookupService(
      database: database,
      client: DiscogsClient(
        baseURL: standIn.url, token: .file(folder.path("token")),
        http: HTTPClient(userAgent: "Deadwax-test/1", connectTimeout: .seconds(5), timeout: timeout),
        gate: RequestGate(RequestBudget(ceiling: 900, window: .milliseconds(100)))),
      preference: { preference }, logger: .silent,
      surroundings: .init(
        now: { clock.withLock { $0 } }, schedule: LookupSchedule(jitter: { 0 }), poll: .milliseconds(20),
        recheck: .milliseconds(200))
    ) { wakes.update { $0 += 1 } }
  }

  /// Adds the records of a scan of an unknown barcode, in a transaction of its own.
  @discardableResult
  func add(_ digits: String, target: ScanTarget = .any) throws -> Release.ID {
    guard case .gtin(let gtin) = GTIN.read(digits) else { throw TestFailure("\(digits) is no barcode") }
    return try database.write { try Accession.addUnresolved(gtin, scan: nil, target: target, in: $0).id }
  }

  func release(_ id: Release.ID) throws -> Release? { try database.read { try $0.release(id) } }

  /// A row of the queue.
  struct Job: Equatable {
    let state: String
    let attempts: Int
    /// The time until the next attempt.
    let delay: Duration
    let error: String?
  }

  func jobs() throws -> [Job] {
    let now = now
    return try database.read { reading in
      try reading.all("SELECT state, attempts, next_try_at, last_error FROM lookup_job ORDER BY id") { row in
        Job(
          state: try row.text(0), attempts: Int(try row.integer(1)), delay: try row.time(2) - now,
          error: try row.optionalText(3))
      }
    }
  }

  /// Waits until the queue has these states.
  func wait(for states: [String]) async throws {
    try await eventually("the queue to stand as \(states)") { try jobs().map(\.state) == states }
  }

  func events() throws -> [Event] { try database.read { try $0.events(after: 0, limit: 1000) } }
}
