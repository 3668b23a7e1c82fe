import Catalogue
import Deadwax
import HTTPClient
import Log
import Lookup
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A database, and a Discogs of numbered releases in this process. Its clock moves only when the gate skips a wait, a
/// request takes its time, or a test advances it, so no test waits for a minute of the budget.
final class SimulatedCatalogue: Sendable {
  /// The outside, which a test changes.
  struct Outside {
    var isOffline = false
    /// The number of responses after which it goes offline by itself; nil for never.
    var responsesLeft: Int?
    /// The titles by number, for releases that are not called `Title N`.
    var titles: [Int64: String] = [:]
    /// The numbers of the releases in the collection; the instance of each is 9000 and its position.
    var collection: [Int64] = []
    /// The numbers of the releases on the wantlist.
    var wants: [Int64] = []
    /// The response to every request for a list, in place of the right one; nil for none.
    var listResponse: (status: Int, body: String)?
    /// The numbers of the releases that were deleted.
    var deleted: Set<Int64> = []
    /// The paths that were answered, with the times of the requests.
    var answered: [(path: String, at: Duration)] = []
    /// Returns the response to a path in place of the right one, and the time that it takes; nil for the right one.
    var fault: (@Sendable (String) -> (response: Result<HTTPClientResponse, HTTPClientError>, takes: Duration)?)?
    /// The times of all requests.
    var arrivals: [Duration] = []
    /// The time that has passed.
    var elapsed = Duration.zero
    /// The error of the wall clock.
    var shift = Duration.zero
  }

  let outside = Locked(Outside())
  let folder: TemporaryFolder
  private let start = ContinuousClock.now
  private static let epoch = Timestamp(milliseconds: 1_700_000_000_000)

  init() throws {
    folder = try TemporaryFolder("deadwax-catalogue", inMemory: true)
    _ = try MigratedDatabase.placed(at: folder.path("test.sqlite"))
  }

  var now: Timestamp { outside.withLock { Self.epoch + $0.elapsed + $0.shift } }

  /// Opens the database, which may have been opened before.
  func open() throws -> Database {
    try Database(
      path: folder.path("test.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { self.now })
  }

  /// Starts the service on a database. A new client has an empty log of requests, as after a start of the program.
  func service(_ database: Database) -> LookupService {
    let clock = PacingClock(
      now: { self.start + self.outside.withLock { $0.elapsed } }, skip: { wait in self.advance(wait) })
    return LookupService(
      database: database,
      client: DiscogsClient(
        baseURL: "https://api.example", token: .text("demo"),
        transport: CatalogueTransport { request, _ in self.answer(request.url) }, gate: RequestGate(clock: clock),
        cache: nil, now: { self.now }, logger: .silent), logger: .silent,
      surroundings: .init(
        now: { self.now }, schedule: LookupSchedule(jitter: { 0 }), poll: .milliseconds(5), recheck: .milliseconds(200))
    ) {}
  }

  func advance(_ time: Duration) { outside.withLock { $0.elapsed += time } }

  /// The paths that were answered, in order.
  var answered: [String] { outside.withLock { $0.answered.map(\.path) } }

  /// The most requests in any window of 60 s, as the server counts them.
  var fullest: Int {
    let all = outside.withLock { $0.arrivals }
    var (first, most) = (0, 0)
    for last in all.indices {
      while all[first] <= all[last] - .seconds(60) { first += 1 }
      most = max(most, last - first + 1)
    }
    return most
  }

  /// Returns the barcode of a release, an EAN-13.
  static func barcode(_ number: Int) -> String {
    let text = String(number)
    let digits = "4006381" + String(repeating: "0", count: 5 - text.count) + text
    let sum = digits.utf8.enumerated().reduce(0) { $0 + (Int($1.element) - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }

  private func answer(_ url: String) -> Result<HTTPClientResponse, HTTPClientError> {
    outside.withLock { outside in
      outside.arrivals.append(outside.elapsed)
      outside.elapsed += .milliseconds(100)
      if outside.responsesLeft == 0 { outside.isOffline = true }
      guard !outside.isOffline else { return .failure(.unreachable) }
      outside.responsesLeft = outside.responsesLeft.map { $0 - 1 }
      let path = url.replacing("https://api.example", with: "")
      if let (response, time) = outside.fault?(path) {
        outside.elapsed += time
        return response
      }
      outside.answered.append((path, outside.elapsed))
      if path.hasPrefix("/users/") {
        if let (status, body) = outside.listResponse { return Self.answer(status, body) }
        return Self.list(path, outside)
      }
      if path == "/oauth/identity" { return Self.answer(200, #"{"id":1,"username":"some one"}"#) }
      if let number = path.split(separator: "/").last.flatMap({ Int64($0) }) {
        guard !outside.deleted.contains(number) else { return Self.answer(404, #"{"message":"Release not found."}"#) }
        return Self.answer(200, Self.release(number, outside.titles[number] ?? "Title \(number)"))
      }
      guard let digits = path.components(after: "barcode="), digits.utf8.count == 13,
        let number = Int(digits.dropLast().suffix(5))
      else { return Self.answer(200, #"{"pagination":{"items":0},"results":[]}"#) }
      return Self.answer(
        200,
        """
        {"pagination":{"items":1},"results":[{"id":\(number),"type":"release","title":"Artist - Title \(number)",
         "barcode":["\(digits)"],"format":["CD"],"country":"Germany","year":"1999"}]}
        """)
    }
  }

  private static func release(_ number: Int64, _ title: String) -> String {
    """
    {"id":\(number),"status":"Accepted","title":"\(title)","artists":[{"name":"Artist"}],"country":"Germany",
     "formats":[{"name":"CD","qty":"1"}],
     "identifiers":[{"type":"Barcode","value":"\(barcode(Int(number)))"}]}
    """
  }

  private static func list(_ path: String, _ outside: Outside) -> Result<HTTPClientResponse, HTTPClientError> {
    guard path.hasPrefix("/users/some%20one/"), let page = path.components(after: "&page=").flatMap({ Int($0) }) else {
      return answer(404, #"{"message":"User does not exist."}"#)
    }
    let isCollection = path.contains("/collection/folders/0/releases")
    let all = isCollection ? outside.collection : outside.wants
    let pages = max(1, (all.count + 99) / 100)
    guard page <= pages else { return answer(404, #"{"message":"Page is outside of valid range."}"#) }
    let items = all.enumerated().dropFirst((page - 1) * 100).prefix(100).map { index, number in
      let instance = isCollection ? #""instance_id":\#(9000 + index),"folder_id":1,"# : ""
      return
        #"{"id":\#(number),\#(instance)"basic_information":{"title":"Title \#(number)","artists":[{"name":"Artist"}]}}"#
    }
    let (key, list) = (isCollection ? "releases" : "wants", items.joined(separator: ","))
    return answer(
      200, #"{"pagination":{"page":\#(page),"pages":\#(pages),"items":\#(all.count)},"\#(key)":[\#(list)]}"#)
  }

  private static func answer(_ status: Int, _ body: String) -> Result<HTTPClientResponse, HTTPClientError> {
    .success(HTTPClientResponse(status: status, headers: [:], body: Array(body.utf8)))
  }
}

extension String {
  /// Returns the value of a parameter in a query, such as `barcode=`.
  fileprivate func components(after name: String) -> String? {
    guard let range = firstRange(of: name) else { return nil }
    return String(self[range.upperBound...].prefix { $0 != "&" })
  }
}

extension Database {
  /// Adds the records of a scan of the barcode of a numbered release.
  @discardableResult
  func scan(_ number: Int) throws -> Release.ID {
    guard case .gtin(let gtin) = GTIN.read(SimulatedCatalogue.barcode(number)) else {
      throw TestFailure("\(number) has no barcode")
    }
    return try write { try Accession.addUnresolved(gtin, scan: nil, target: .any, in: $0).id }
  }

  /// Adds a release that an earlier look-up has filled in.
  @discardableResult
  func addResolved(_ number: Int, title: String = "Old title") throws -> Release.ID {
    let id = try scan(number)
    try write { transaction in
      guard let before = try transaction.release(id) else { throw TestFailure("no release") }
      var filled = before
      (filled.status, filled.title, filled.artist, filled.medium) = (.resolved, title, "Artist", .cd)
      try transaction.resolve(
        before, as: filled,
        with: ReleaseDetail(
          source: ReleaseDetail.Source(
            name: "discogs", id: String(number), url: "https://www.discogs.com/release/\(number)",
            fetchedAt: transaction.now)), scan: nil)
      try transaction.run("UPDATE lookup_job SET state = 'done'")
    }
    return id
  }

  /// Returns the number of jobs in a state.
  func jobs(_ state: LookupJob.State) throws -> Int { try read { try $0.lookupCounts()[state, default: 0] } }
}
