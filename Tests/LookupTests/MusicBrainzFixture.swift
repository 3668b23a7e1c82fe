import Catalogue
import Deadwax
import HTTPClient
import Log
import Lookup
import Storage
import StorageTestSupport
import TestSupport
import Threads
import VirtualHardware

/// A database, a stand-in for MusicBrainz with the archive, and one clock for the pauses, the calendar and the server. It
/// moves only when the gate skips a wait or a test advances it.
final class MusicBrainzFixture: Sendable {
  struct Outside {
    var elapsed = Duration.zero
    var use = MusicBrainzService.Use(isOn: true, contact: "desk@library.example")
    /// The fetched pictures, in order.
    var stored: [(bytes: [UInt8], release: Release.ID, number: String)] = []
    var answer = MusicBrainzService.Storing.settled
  }

  /// A picture by its first bytes.
  static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
  static let number = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
  static let other = "0a5e3c1d-1111-4222-8333-044b5e15ffdd"

  let outside = Locked(Outside())
  let database: Database
  let standIn: MusicBrainzStandIn
  let folder: TemporaryFolder
  private static let epoch = Timestamp(milliseconds: 1_700_000_000_000)
  private let start: ContinuousClock.Instant

  init(_ releases: [MusicBrainzEntry] = [MusicBrainzFixture.entry()]) throws {
    let (outside, start) = (outside, ContinuousClock.now)
    self.start = start
    folder = try TemporaryFolder("deadwax-musicbrainz", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("test.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { Self.epoch + outside.withLock { $0.elapsed } })
    standIn = try MusicBrainzStandIn(
      releases: releases, clock: { start + outside.withLock { $0.elapsed } }, logger: .silent)
  }

  /// The release of the sample barcode, with everything that MusicBrainz may have.
  static func entry(
    _ number: String = MusicBrainzFixture.number, barcode: String? = SimulatedCatalogue.barcode(1),
    format: String = "CD", date: String? = "1999-05-01", discogs: Int64? = 1, wikidata: String? = "Q42",
    cover: [UInt8]? = MusicBrainzFixture.picture
  ) -> MusicBrainzEntry {
    MusicBrainzEntry(
      number: number, title: "Title 1", barcode: barcode, format: format, date: date, discogs: discogs,
      wikidata: wikidata, cover: cover)
  }

  var now: Timestamp { Self.epoch + outside.withLock { $0.elapsed } }

  func advance(_ time: Duration) { outside.withLock { $0.elapsed += time } }

  /// The clock of the gate and of a server.
  var clock: @Sendable () -> ContinuousClock.Instant {
    let (outside, start) = (outside, start)
    return { start + outside.withLock { $0.elapsed } }
  }

  /// The number of releases that are due.
  var due: Int {
    get throws {
      let now = now
      return try database.read { try $0.dueMusicBrainzLookups(at: now) }
    }
  }

  /// Starts the service, with the stand-in or another server. A new client has an empty log of requests, as after a start
  /// of the program.
  func service(
    at url: String? = nil, timeout: Duration = .seconds(10), bodyLimit: Int = 1 << 20
  ) -> MusicBrainzService {
    let (outside, clock, address) = (outside, clock, url ?? standIn.url)
    return MusicBrainzService(
      database: database,
      client: MusicBrainzClient(
        baseURL: address, archiveURL: address, program: "Deadwax/test",
        transport: .separate {
          HTTPClient(userAgent: "Deadwax/test", timeout: timeout, maximumBody: bodyLimit)
        },
        clock: PacingClock(now: clock, skip: { wait in outside.withLock { $0.elapsed += wait } })),
      use: { outside.withLock { $0.use } },
      store: { bytes, release, number in
        // As the hub does, by the first bytes alone.
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return .refused }
        return outside.withLock {
          $0.stored.append((bytes, release, number))
          return $0.answer
        }
      },
      surroundings: .init(
        now: { Self.epoch + outside.withLock { $0.elapsed } }, schedule: LookupSchedule(jitter: { 0 }),
        poll: .milliseconds(5)), logger: .silent
    ) {}
  }

  /// Waits until nothing is due: every release has been looked up.
  func settled(lookups count: Int = 1) async throws {
    try await eventually("every release to be looked up") {
      let now = self.now
      return try database.read { reading in
        let all = try reading.first("SELECT count(*) FROM musicbrainz_lookup") { try $0.integer(0) } ?? 0
        return try all == count && reading.dueMusicBrainzLookups(at: now) == 0
      }
    }
  }

  func links(_ release: Release.ID) throws -> [ReleaseLink] { try database.read { try $0.links(of: release) } }

  /// The pictures that were stored.
  var stored: [String] { outside.withLock { $0.stored.map(\.number) } }

  /// The paths of the requests, without their queries.
  var paths: [String] { standIn.requests.map { String($0.target.prefix { $0 != "?" }) } }

  /// The time until the next look-up of a release.
  func delay(_ release: Release.ID) throws -> Duration? {
    let now = now
    return try database.read { reading in
      try reading.first("SELECT next_at FROM musicbrainz_lookup WHERE release_id = ?1", release) {
        try $0.time(0) - now
      }
    }
  }
}
