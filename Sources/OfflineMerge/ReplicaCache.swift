package import Deadwax
internal import Glibc
internal import Lending
internal import OfflineStation
internal import Secrets
internal import Storage
internal import Threads

/// The codes of the replicas, built once for all stations that ask and stored in an unlinked file.
///
/// Building takes seconds for a million copies. Codes whose build took longer than half a second are reused for twenty
/// times as long as it took. A small library always gets the newest codes, and a large one does not build all the time.
/// Each build has a new digest key.
package final class ReplicaCache: Sendable {
  /// A build of the codes.
  package struct Made: Sendable {
    package var version: String
    package var key: [UInt8]
    /// The rules it was built from: the blockers of a card depend on them.
    var rules: Rules
    /// Returns a new descriptor of the file with the bytes of `Replica.Codes`, or nil if no descriptor is available.
    /// The file is freed when its last descriptor is closed.
    package var file: @Sendable () -> Int32?
    package var count: Int
    var goodUntil: ContinuousClock.Instant
    package var madeAt: Timestamp
    package var event: Int64
  }

  struct Rules: Hashable, Sendable {
    var library: LibraryPolicy
    var station: StationPolicy
  }

  private let made = Locked<[Made]>([])
  private let isStopping = Locked(false)
  private let builds = Locked(0)
  private let folder: String

  /// The largest number of builds, for different rules, that are retained at the same time.
  private static let kinds = 4
  private static let share = 20
  private static let short = Duration.milliseconds(500)

  /// - Parameter folder: the folder for the unlinked files.
  package init(folder: String) { self.folder = folder }

  /// The number of builds since the start.
  package var buildCount: Int { builds.withLock { $0 } }

  /// Cancels the build in progress; its callers get an error.
  package func stop() { isStopping.withLock { $0 = true } }

  /// Returns a build that is still valid for a station, without building.
  func present(_ rules: Rules, version: String) -> Made? {
    made.withLock { made in made.first { $0.rules == rules && ($0.version == version || $0.goodUntil > .now) } }
  }

  /// Returns the codes, and builds them if no valid build exists. Slow: one caller at a time.
  func codes(_ rules: Rules, version: String, in database: Database) throws -> Made {
    if let present = present(rules, version: version) { return present }
    let start = ContinuousClock.now
    let key = KeySeal.newKey()
    let loanRules = LendingPolicy(library: rules.library, station: rules.station)
    let least = rules.library.limits.leastCondition.flatMap { Grade($0) }
    let goesOn = { [isStopping] in !isStopping.withLock { $0 } }
    let (codes, version, time, event) = try database.read(while: goesOn) { reading in
      var sorting = Replica.Sorting()
      let now = reading.now
      try reading.forEachStanding(
        card: { loanRules.standing(of: $0, now: now).asStanding },
        isTooWorn: least.map { least in { Grade($0).map { $0 < least } ?? false } }
      ) { code, standing in
        guard goesOn() else { throw StorageError.stopping }
        for other in code.asRead { sorting.add(Digest.of(Replica.text(of: other), key: key).0, standing) }
      }
      guard let codes = sorting.codes(while: goesOn) else { throw StorageError.stopping }
      return (codes, try reading.replicaVersion(), now, try reading.eventRange().newest)
    }
    let bytes = codes.bytes
    let file = try UnlinkedFile(bytes, in: folder)
    let took = ContinuousClock.now - start
    let new = Made(
      version: version, key: key, rules: rules, file: { file.duplicate() }, count: bytes.count,
      goodUntil: took > Self.short ? .now + took * Self.share : .now, madeAt: time, event: event)
    builds.withLock { $0 += 1 }
    made.withLock { made in
      made.removeAll { $0.rules == rules }
      made.insert(new, at: 0)
      if made.count > Self.kinds { made.removeLast() }
    }
    return new
  }
}

/// A file that is unlinked right after it is created. Its space is freed when the last descriptor is closed.
private final class UnlinkedFile: Sendable {
  private let file: Int32

  init(_ bytes: [UInt8], in folder: String) throws(StorageError) {
    var path = Array((folder + "/.replica-XXXXXX").utf8CString)
    file = mkstemp(&path)
    guard file >= 0 else { throw Self.failure("mkstemp") }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(path)
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file, $0.baseAddress.map { $0 + place }, $0.count - place, off_t(place))
      }
      guard count > 0 else {
        let error = Self.failure("pwrite")
        close(file)
        throw error
      }
      place += count
    }
  }

  deinit { close(file) }

  /// Returns another descriptor of the file, which the caller closes; nil if no descriptor is available.
  func duplicate() -> Int32? {
    let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  private static func failure(_ call: String) -> StorageError {
    StorageError(
      errno == ENOSPC ? .full : .unavailable, call: call, message: String(cString: strerror(errno)))
  }
}

extension StorageError {
  fileprivate static let stopping = StorageError(
    .interrupted, call: "ReplicaCache", message: "the hub is stopping")
}

extension Queryable {
  /// Returns a version that is valid until the next change, and for an hour at most: cards expire and loans become
  /// overdue by time alone.
  func replicaVersion() throws -> String { "\(try newestChange())-\(now.milliseconds / 3_600_000)" }
}

extension Assessment {
  /// The standing of a card, derived from the blockers of its borrower.
  fileprivate var asStanding: Replica.CachedStatus {
    if blockers.contains(.cardBlocked) { return .cardBlocked }
    if blockers.contains(.cardExpired) { return .cardExpired }
    return blockers.isEmpty ? .card : .cardHindered
  }
}

extension Code.Key {
  /// All keys under which a reader's text may be looked up. A tag is also looked up with reversed bytes, as readers of
  /// the other byte order report it. A text that is a valid GTIN is also looked up as a GTIN, as a scanner reads it.
  fileprivate var asRead: [Code.Key] {
    switch self.class {
    case .tag: uid.map { $0 == $0.reversed ? [self] : [self, Code.Key($0.reversed)] } ?? [self]
    case .text: GTIN(key: value).map { [self, Code.Key(class: .gtin, value: $0.key)] } ?? [self]
    case .own, .gtin: [self]
    }
  }
}
