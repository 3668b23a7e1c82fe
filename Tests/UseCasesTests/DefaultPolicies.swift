import Deadwax
import Execution
import History
import Lending
import Log
import Scanning
import Staff
import Storage
import TagJobs

// The services of a library without settings on a machine whose clock is right. The product itself states both at
// every call.

extension LibraryPolicies {
  convenience init() { self.init(defaults: LibraryPolicy()) }
}

extension ScanService {
  convenience init(
    database: Database, tags: TagService? = nil, spool: String? = nil,
    isClockRight: @escaping @Sendable () -> Bool = { true }, logger: Logger,
    published: @escaping @Sendable () -> Void, failed: @escaping @Sendable (OutageNotice) -> Void = { _ in }
  ) {
    self.init(
      database: database, library: LibraryPolicy(), tags: tags, spool: spool, isClockRight: isClockRight,
      logger: logger,
      published: published, failed: failed)
  }
}

extension StaffOperations {
  convenience init(
    database: Database, logger: Logger, zones: any TimeZoneSource, published: @escaping @Sendable () -> Void
  ) {
    self.init(
      database: database, logger: logger, defaults: LibraryPolicy(), zones: zones, isClockRight: { true },
      published: published)
  }
}

extension Recording {
  init(database: Database, logger: Logger) {
    self.init(database: database, defaults: LibraryPolicy(), logger: logger)
  }
}

extension History {
  init(database: Database) { self.init(database: database, policies: LibraryPolicies()) }
}

extension Queryable {
  func view(of station: Station.Name, at time: Timestamp? = nil) throws -> StationView? {
    try view(of: station, policies: LibraryPolicies(), at: time)
  }
}
