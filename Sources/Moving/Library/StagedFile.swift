internal import FoundationEssentials
internal import Glibc

/// A new file with a name, in a folder that is thrown away after a fault.
final class StagedFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  init(_ path: String) throws(MovingError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw MovingError(errno: errno, path) }
  }

  deinit { close(descriptor) }

  /// Creates a folder that other users cannot read; one that is there stays as it is.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  static func makeFolder(_ path: String) throws(MovingError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw MovingError(errno: errno, path) }
  }

  /// Renames a file.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  static func move(_ path: String, to target: String) throws(MovingError) {
    guard rename(path, target) == 0 else { throw MovingError(errno: errno, target) }
  }

  /// Returns true if there is a file or folder at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Removes a file, or a folder with all that is in it.
  static func remove(_ path: String) {
    if unlink(path) == 0 || errno == ENOENT { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// Removes the files and folders in a folder whose names have a prefix.
  static func removeAll(in folder: String, withPrefix prefix: String) {
    for name in names(in: folder) where name.hasPrefix(prefix) { remove("\(folder)/\(name)") }
  }

  private static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Adds bytes at the end.
  func append(_ bytes: [UInt8]) throws(MovingError) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw MovingError(errno: written < 0 ? errno : ENOSPC, path) }
      start += written
    }
  }

  /// Brings the bytes to the disk.
  func finish() throws(MovingError) {
    guard fsync(descriptor) == 0 else { throw MovingError(errno: errno, path) }
  }
}
