internal import Glibc
internal import Threads

/// Tracks the expected content of every database page and detects pages that differ.
///
/// SQLite detects damage to its structure, but not to the content of cells: it misses more than half of single flipped
/// bits. Pages are written into the database only when the log is copied into it, and no other thread writes meanwhile.
/// So each page's digest is computed then. It is compared before the page is written again, and by the check of the
/// whole file.
///
/// A crash between copying and digesting is not damage. The log still has those frames, and the first checkpoint after
/// the start digests them again without comparing.
///
/// A change by another program while the hub is stopped is not damage either. The stamp of the file differs then, and
/// all pages are unknown until SQLite's own check has found no damage.
final class PageWatch: @unchecked Sendable {
  // Sendable is sound: all mutable state is used only under its lock, and the connection belongs to the caller.
  private struct State {
    var digests: DigestFile?
    /// The salt of the log that `copied` refers to.
    var salt: UInt64?
    /// The number of the log's frames that are in the database and digested.
    var copied = 0
    /// True if the frames that the log had at the start are digested.
    var isCaughtUp = false
  }

  struct Mismatch: Hashable, Sendable {
    let page: Int
  }

  private let file: DatabaseFile
  private let found: DigestFile.Found
  /// True if another program has written the database since its pages were last digested. Then no digest is known.
  let wasChangedElsewhere: Bool
  /// A descriptor of the database, closed with the watch after SQLite has closed the database. Closing it earlier would
  /// drop the locks that SQLite holds on the file (`fcntl(2)`).
  private let descriptor: Int32
  private let pageSize: Int
  private let state: Locked<State>

  /// Opens the database's file and its digests.
  ///
  /// - Parameters:
  ///   - file: the database. It is open, and nothing was copied into it yet.
  ///   - hadLog: true if its log existed before it was opened.
  ///   - pageSize: the page size in bytes.
  /// - Throws: a `StorageError`.
  init(of file: DatabaseFile, hadLog: Bool, pageSize: Int) throws(StorageError) {
    self.file = file
    self.pageSize = pageSize
    guard let identity = MovedFiles.Identity(path: file.path) else {
      throw StorageError(errno: errno, call: "stat", path: file.path)
    }
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageError(errno: errno, call: "open", path: file.path) }
    found = DigestFile.Found(
      identity: identity, stamp: try DatabaseStamp(of: descriptor, path: file.path), hasLog: hadLog)
    let digests = try DigestFile(path: file.digestPath, of: found, creating: false)
    wasChangedElsewhere = digests?.wasOutdated ?? false
    state = Locked(State(digests: digests))
  }

  deinit { close(descriptor) }

  /// The number of pages in the file.
  var pageCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) / pageSize : 0
  }

  /// True if digests are stored. Otherwise nothing is compared.
  var isActive: Bool { state.withLock { $0.digests != nil } }

  /// Begins to store digests. All pages are unknown at first.
  func activate() throws {
    try state.withLock { state in
      guard state.digests == nil else { return }
      state.digests = try DigestFile(path: file.digestPath, of: found, creating: true)
      // Frames that are in the log already may be copied before they are digested.
      state.isCaughtUp = false
      state.copied = 0
      state.salt = nil
    }
  }

  /// Copies the log into the database and digests the copied pages. Runs on the writer's lane, between two writes.
  ///
  /// - Returns: a page that differs from its digest; then nothing was copied. Nil if there is none.
  /// - Throws: a `StorageError`.
  func checkpoint(_ connection: DatabaseConnection) throws -> Mismatch? {
    try state.withLock { state in
      guard let digests = state.digests else {
        try connection.checkpoint()
        return nil
      }
      let present = try frames()
      if let present {
        if present.salt != state.salt {
          state.salt = present.salt
          state.copied = 0
        }
        if state.isCaughtUp, state.copied < present.count {
          for page in present[state.copied..<present.count].sorted() {
            if let mismatch = compare(page, digests) { return mismatch }
          }
        }
      }
      let copied = try connection.checkpoint()
      guard let present else {
        state.isCaughtUp = true
        return nil
      }
      let end = min(max(copied, 0), present.count)
      if state.copied < end {
        for page in present[state.copied..<end] { digests.set(digest(page) ?? PageDigest.unknown, of: page) }
        try digests.save()
        state.copied = end
      }
      if end == present.count { state.isCaughtUp = true }
      return nil
    }
  }

  /// True if all frames that the log had at the start are digested, so that pages can be compared.
  var isCaughtUp: Bool { state.withLock { $0.isCaughtUp } }

  /// Copies the whole log into the database, digests the copied pages and truncates the log.
  ///
  /// - Returns: `isEmpty` is true if the log was truncated, which a long read can prevent. `mismatch` is a page that
  ///   differs from its digest.
  func emptyLog(_ connection: DatabaseConnection) throws -> (isEmpty: Bool, mismatch: Mismatch?) {
    if let mismatch = try checkpoint(connection) { return (false, mismatch) }
    try prepareToCut()
    return (try connection.emptyLog(), nil)
  }

  /// Marks the pages of undigested frames as unknown before the log is truncated, so that a crash in between does no
  /// harm.
  private func prepareToCut() throws {
    try state.withLock { state in
      guard let digests = state.digests, let present = try frames(), present.salt == state.salt else { return }
      guard state.copied < present.count else { return }
      for page in present[state.copied..<present.count] { digests.set(PageDigest.unknown, of: page) }
      try digests.save()
    }
  }

  /// Stores the stamp of the file after SQLite has closed it cleanly. It distinguishes later writes by another program
  /// from disk errors.
  func seal() throws {
    try state.withLock { state in
      guard let digests = state.digests else { return }
      // The time of the last write must be on disk before the stamp that contains it.
      guard fsync(descriptor) == 0 else { throw StorageError(errno: errno, call: "fsync", path: file.path) }
      try digests.seal(DatabaseStamp(of: descriptor, path: file.path))
    }
  }

  /// Compares a range of pages with their digests.
  ///
  /// - Returns: the first page that differs, or nil.
  func compare(_ pages: Range<Int>) -> Mismatch? {
    state.withLock { state in
      guard let digests = state.digests, state.isCaughtUp else { return nil }
      for page in pages {
        if let mismatch = compare(page, digests) { return mismatch }
      }
      return nil
    }
  }

  /// Digests the unknown pages of a range. Call it only when they are known to be sound.
  func learn(_ pages: Range<Int>) throws {
    try state.withLock { state in
      guard let digests = state.digests, state.isCaughtUp else { return }
      for page in pages where digests.digest(of: page) == PageDigest.unknown {
        if let digest = digest(page) { digests.set(digest, of: page) }
      }
      try digests.save()
    }
  }

  private func compare(_ page: Int, _ digests: DigestFile) -> Mismatch? {
    let known = digests.digest(of: page)
    guard known != PageDigest.unknown else { return nil }
    let present = digest(page)
    guard present != known else { return nil }
    // Another program may have copied the log, for example with `PRAGMA wal_checkpoint`.
    if let present, let log = LogFrames(path: file.logPath, pageSize: pageSize), log.has(page, digest: present) {
      return nil
    }
    return Mismatch(page: page)
  }

  /// Computes the digest of a page in the file. Returns nil if the page cannot be read.
  private func digest(_ page: Int) -> UInt64? {
    withUnsafeTemporaryAllocation(byteCount: pageSize, alignment: 16) { buffer in
      guard pread(descriptor, buffer.baseAddress, pageSize, off_t(page - 1) * off_t(pageSize)) == pageSize else {
        return nil
      }
      return PageDigest.of(UnsafeRawBufferPointer(buffer), number: page)
    }
  }

  /// Reads the frames of the log. Returns nil if it is empty.
  private func frames() throws(StorageError) -> LogFrames? {
    guard let size = DatabaseFile.size(of: file.logPath), size > 32 else { return nil }
    return LogFrames(path: file.logPath, pageSize: pageSize)
  }
}
