internal import Glibc

/// The files of an open database, identified by device and inode and not only by name.
///
/// A removed file remains usable for the program that has it open, and everything written to it is lost when the
/// program ends. Therefore the paths are compared with the opened files before and after each group of writes.
struct MovedFiles: Sendable {
  /// The identity of the file at a path. It stays the same as long as the file exists. Its number is not given to
  /// another file while this program has the file open.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// Returns nil if there is no file at this path.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private let opened: [(path: String, identity: Identity)]
  private let database: String

  /// Records the identities of the files. Call it when all of them are open.
  init(of file: DatabaseFile) throws(StorageError) {
    database = file.path
    var opened: [(String, Identity)] = []
    for path in [file.path, file.logPath, file.indexPath, file.markPath] {
      guard let identity = Identity(path: path) else {
        throw StorageError(errno: errno, call: "stat", path: path)
      }
      opened.append((path, identity))
    }
    self.opened = opened
  }

  /// The paths that no longer lead to the opened files.
  private var lost: [String] { opened.filter { Identity(path: $0.path) != $0.identity }.map(\.path) }

  /// The reason nothing may be acknowledged. Nil while every file is at its path.
  var fault: StorageError? {
    let lost = lost
    guard let first = lost.first else { return nil }
    return StorageError(
      .moved, call: "stat", message: "\(first) was removed, renamed or replaced while the database is open")
  }

  /// True if only the log is missing: the database and its index are still at their paths.
  var hasLostLogAlone: Bool { lost.allSatisfy { $0 == database + "-wal" } && !lost.isEmpty }
}
