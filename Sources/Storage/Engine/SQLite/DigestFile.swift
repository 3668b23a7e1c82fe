internal import Glibc

/// The digests of all pages of a database, in a file next to it (`<path>.digests`).
///
/// The file consists of blocks of 4,096 bytes: 511 digests and a digest of the block itself. A half-written block is
/// thus detected, and its pages become unknown instead of damaged. The first block identifies the database file and
/// says how it was left: in use, or closed with its stamp. If another program has written the database since, no digest
/// is valid.
final class DigestFile {
  /// The state of the database before this process changed it.
  struct Found {
    /// The identity of the file. Digests of another file do not apply.
    var identity: MovedFiles.Identity
    var stamp: DatabaseStamp
    /// True if a log existed. A killed program leaves its log behind, and the next one that shuts down cleanly removes
    /// it.
    var hasLog: Bool
  }

  static let perBlock = 511
  private static let blockBytes = 4096

  private let file: Int32
  private let path: String
  private let identity: MovedFiles.Identity
  /// True if digests existed, but another program has written the database since.
  let wasOutdated: Bool
  /// The digests by page: page 1 is at index 0.
  private(set) var digests: [UInt64]
  private var changed: Set<Int> = []

  /// Opens or creates the file. Returns nil if it is missing and `creating` is false.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - found: the state of the database.
  ///   - creating: true to create a missing file.
  /// - Throws: a `StorageError`.
  init?(path: String, of found: Found, creating: Bool) throws(StorageError) {
    file = open(path, O_RDWR | O_CLOEXEC | (creating ? O_CREAT : 0), 0o600)
    guard file >= 0 else {
      if errno == ENOENT, !creating { return nil }
      throw StorageError(errno: errno, call: "open", path: path)
    }
    self.path = path
    identity = found.identity
    digests = []
    let head = Self.read(file, block: 0) ?? []
    let inUse = Self.head(found.identity, stamp: nil)
    let isOurs = head == inUse || Self.stamp(in: head).map { head == Self.head(found.identity, stamp: $0) } == true
    let isUpToDate = head == inUse ? found.hasLog : Self.stamp(in: head) == found.stamp
    wasOutdated = isOurs && !isUpToDate
    if isOurs, isUpToDate {
      var block = 1
      while let words = Self.read(file, block: block) {
        digests +=
          Self.isWhole(words) ? words.dropLast() : ArraySlice(repeating: PageDigest.unknown, count: Self.perBlock)
        block += 1
      }
    } else {
      guard ftruncate(file, 0) == 0 else { throw StorageError(errno: errno, call: "ftruncate", path: path) }
    }
    guard head != inUse || wasOutdated else { return }
    try write(inUse, block: 0)
    guard fdatasync(file) == 0 else { throw StorageError(errno: errno, call: "fdatasync", path: path) }
  }

  deinit { close(file) }

  func digest(of page: Int) -> UInt64 { page <= digests.count ? digests[page - 1] : PageDigest.unknown }

  func set(_ digest: UInt64, of page: Int) {
    if page > digests.count {
      digests += [UInt64](
        repeating: PageDigest.unknown, count: (page / Self.perBlock + 1) * Self.perBlock - digests.count)
    }
    guard digests[page - 1] != digest else { return }
    digests[page - 1] = digest
    changed.insert((page - 1) / Self.perBlock)
  }

  /// Writes the changed digests and syncs them to disk.
  func save() throws(StorageError) {
    guard !changed.isEmpty else { return }
    for block in changed.sorted() {
      let start = block * Self.perBlock
      var words = Array(digests[start..<min(start + Self.perBlock, digests.count)])
      words += [UInt64](repeating: PageDigest.unknown, count: Self.perBlock - words.count)
      words.append(Self.digest(of: words))
      try write(words, block: block + 1)
    }
    changed = []
    guard fdatasync(file) == 0 else { throw StorageError(errno: errno, call: "fdatasync", path: path) }
  }

  /// Records that the database was closed cleanly, with its stamp. The database must not be written afterwards.
  func seal(_ stamp: DatabaseStamp) throws(StorageError) {
    try save()
    try write(Self.head(identity, stamp: stamp), block: 0)
    guard fdatasync(file) == 0 else { throw StorageError(errno: errno, call: "fdatasync", path: path) }
  }

  private func write(_ words: [UInt64], block: Int) throws(StorageError) {
    let written = words.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(block * Self.blockBytes)) }
    guard written == Self.blockBytes else {
      throw StorageError(errno: written < 0 ? errno : ENOSPC, call: "pwrite", path: path)
    }
  }

  private static func read(_ file: Int32, block: Int) -> [UInt64]? {
    var words = [UInt64](repeating: 0, count: blockBytes / 8)
    let count = words.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(block * blockBytes)) }
    return count == blockBytes ? words : nil
  }

  /// Returns the first block: with the stamp of a cleanly closed database, or without one while it is in use.
  private static func head(_ owner: MovedFiles.Identity, stamp: DatabaseStamp?) -> [UInt64] {
    // The magic number "DWDIGST2" and the identity of the database file.
    var words: [UInt64] = [0x4457_4449_4753_5432, owner.device, owner.inode]
    if let stamp { words += [1] + stamp.words }
    words += [UInt64](repeating: 0, count: perBlock - words.count)
    return words + [digest(of: words)]
  }

  /// Returns the stamp in the first block. Nil if the database is in use or the block is not a valid head.
  private static func stamp(in head: [UInt64]) -> DatabaseStamp? {
    head.count > perBlock && head[3] == 1 ? DatabaseStamp(words: head[4..<8]) : nil
  }

  private static func isWhole(_ words: [UInt64]) -> Bool { words.last == digest(of: Array(words.dropLast())) }

  private static func digest(of words: [UInt64]) -> UInt64 {
    (words + [0]).withUnsafeBytes { PageDigest.of($0, number: 0) }
  }
}
