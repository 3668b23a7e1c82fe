internal import Glibc

/// The database as a file, before SQLite opens it.
struct DatabaseFile {
  /// The value of `PRAGMA application_id` in a Deadwax database: `DWAX`, in bytes 68 to 71 of the file.
  static let applicationID: UInt32 = 0x4457_4158

  enum Content {
    case none
    case ours
    case refused(DatabaseRefused.Reason)
  }

  let path: String

  var logPath: String { path + "-wal" }
  var indexPath: String { path + "-shm" }
  var journalPath: String { path + "-journal" }
  var markPath: String { path + ".ack" }
  /// The path of the file with the digests of the pages.
  var digestPath: String { path + ".digests" }
  /// The path of the file with the finding of the integrity check. It exists only if damage was found.
  var findingPath: String { path + ".damaged" }

  /// Returns the size of a file in bytes, or nil if there is no file.
  static func size(of path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  static func isEmpty(_ path: String) -> Bool { (size(of: path) ?? 0) == 0 }

  /// Examines the first 100 bytes (<https://www.sqlite.org/fileformat2.html#the_database_header>).
  ///
  /// Must not be called while this process has the database open. Closing any descriptor of a file drops the process's
  /// locks on it (`fcntl(2)`), including those of SQLite.
  func content() throws(StorageError) -> Content {
    var header = [UInt8](repeating: 0, count: 100)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw StorageError(errno: errno, call: "open", path: path) }
      return contentWithoutFile
    }
    defer { close(file) }
    let count = header.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw StorageError(errno: errno, call: "pread", path: path) }
    guard count > 0 else { return contentWithoutFile }
    let magic = Array("SQLite format 3\0".utf8)
    guard header.prefix(min(count, magic.count)).elementsEqual(magic.prefix(count)) else {
      return .refused(.notADatabase)
    }
    guard count == header.count else { return .refused(.damaged("only \(count) bytes of it are left")) }
    let application = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard application == Self.applicationID else { return .refused(.notADatabase) }
    // The format versions for writing and reading: 1 is a rollback journal, 2 a write-ahead log.
    guard (1...2).contains(header[18]), (1...2).contains(header[19]) else {
      return .refused(.damaged("its header names the format versions \(header[18]) and \(header[19])"))
    }
    return .ours
  }

  // SQLite would play an orphaned log back into the next database of that name.
  private var contentWithoutFile: Content {
    Self.isEmpty(logPath)
      ? .none : .refused(.damaged("its write-ahead log \(logPath) exists, but the database itself is missing"))
  }

  /// Creates an empty database that only its owner can read. It gets its final name only when it is complete.
  func create() throws {
    let draft = path + ".new"
    for leftover in [draft, draft + "-journal", draft + "-wal", draft + "-shm"] { unlink(leftover) }
    let file = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StorageError(errno: errno, call: "open", path: draft) }
    close(file)
    do {
      let connection = try DatabaseConnection(path: draft, access: .writing)
      try connection.execute("PRAGMA application_id = \(Self.applicationID)")
      try connection.useWriteAheadLog()
    }
    guard rename(draft, path) == 0 else { throw StorageError(errno: errno, call: "rename", path: path) }
    try synchronizeFolder()
  }

  private func synchronizeFolder() throws(StorageError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw StorageError(errno: errno, call: "open", path: folder) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw StorageError(errno: errno, call: "fsync", path: folder) }
  }
}
