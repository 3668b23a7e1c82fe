internal import Glibc

/// The file system's size and modification time of a database file, with SQLite's change counter. Any program that
/// writes the file changes the stamp; a disk that loses a bit does not.
struct DatabaseStamp: Hashable, Sendable {
  /// The size of the file in bytes.
  let size: UInt64
  /// The time of the last modification according to the file system: whole seconds since the Unix epoch.
  let seconds: UInt64
  let nanoseconds: UInt64
  /// SQLite's file change counter, bytes 24 to 27 of the file, for file systems whose times are coarse.
  let changeCounter: UInt64

  /// Reads the stamp of an open file.
  ///
  /// - Parameters:
  ///   - descriptor: the file's descriptor. It stays open.
  ///   - path: the file's path, used in the error.
  /// - Throws: a `StorageError`.
  init(of descriptor: Int32, path: String) throws(StorageError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StorageError(errno: errno, call: "fstat", path: path) }
    var counter = [UInt8](repeating: 0, count: 4)
    guard pread(descriptor, &counter, counter.count, 24) >= 0 else {
      throw StorageError(errno: errno, call: "pread", path: path)
    }
    size = UInt64(status.st_size)
    seconds = UInt64(bitPattern: Int64(status.st_mtim.tv_sec))
    nanoseconds = UInt64(status.st_mtim.tv_nsec)
    changeCounter = counter.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Creates a stamp from four words of the digest file.
  init(words: ArraySlice<UInt64>) {
    let words = Array(words)
    (size, seconds, nanoseconds, changeCounter) = (words[0], words[1], words[2], words[3])
  }

  var words: [UInt64] { [size, seconds, nanoseconds, changeCounter] }
}
