internal import Foundation
internal import Glibc
internal import Secrets

/// Calls of the file system for backups. Every error names the file.
enum FileWork {
  /// Returns the SHA-256 digest of a file in hexadecimal and its size in bytes; nil if there is no such file.
  ///
  /// - Throws: `BackupError`; `.stopped` if `goesOn` returned false.
  static func digest(of path: String, while goesOn: () -> Bool) throws(BackupError) -> (sha256: String, bytes: Int)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw BackupError(errno: errno, "read", path)
    }
    defer { close(file) }
    var (parts, total) = (SHA256Parts(), 0)
    try forEachPart(of: file, path, while: goesOn) { part throws(BackupError) in
      parts.add(part)
      total += part.count
    }
    return (parts.hexadecimal, total)
  }

  /// Copies a file to a new one, which is on the disk when this returns.
  ///
  /// - Throws: `BackupError`; nothing is left of the new file then.
  static func copy(_ source: String, to target: String, while goesOn: () -> Bool) throws(BackupError) {
    let from = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard from >= 0 else { throw BackupError(errno: errno, "read", source) }
    defer { close(from) }
    let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard to >= 0 else { throw BackupError(errno: errno, "create", target) }
    defer { close(to) }
    do throws(BackupError) {
      try forEachPart(of: from, source, while: goesOn) { part throws(BackupError) in try write(part, to: to, target) }
      guard fsync(to) == 0 else { throw BackupError(errno: errno, "write", target) }
    } catch {
      unlink(target)
      throw error
    }
  }

  /// Writes a new file, which is on the disk when this returns.
  static func create(_ path: String, _ bytes: [UInt8]) throws(BackupError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw BackupError(errno: errno, "create", path) }
    defer { close(file) }
    let end = bytes.withUnsafeBytes { bytes in
      Result { () throws(BackupError) in try write(bytes, to: file, path) }
    }
    try end.get()
    guard fsync(file) == 0 else { throw BackupError(errno: errno, "write", path) }
  }

  /// Reads a small file whole; nil if there is no such file, or it is larger than `limit` bytes.
  static func read(_ path: String, atMost limit: Int) throws(BackupError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw BackupError(errno: errno, "read", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    try forEachPart(of: file, path, while: { bytes.count <= limit }) { part throws(BackupError) in bytes += part }
    return bytes.count <= limit ? bytes : nil
  }

  /// Brings a file or folder to the disk, and closes it to other users.
  static func secure(_ path: String, mode: mode_t) throws(BackupError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw BackupError(errno: errno, "open", path) }
    defer { close(file) }
    guard fchmod(file, mode) == 0 else { throw BackupError(errno: errno, "close to other users", path) }
    guard fsync(file) == 0 else { throw BackupError(errno: errno, "write", path) }
  }

  /// Creates a folder that other users cannot read; one that is there stays as it is. The folder above it must be there:
  /// nothing is created in place of a data folder that was moved away.
  static func makeFolder(_ path: String) throws(BackupError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw BackupError(errno: errno, "create", path) }
  }

  /// Renames a file or folder.
  static func move(_ source: String, to target: String) throws(BackupError) {
    guard rename(source, target) == 0 else { throw BackupError(errno: errno, "rename", source) }
  }

  /// Removes a file, or a folder with the files in it. One that is gone is no error.
  static func remove(_ path: String) throws(BackupError) {
    if unlink(path) == 0 || errno == ENOENT { return }
    for name in names(in: path) { try remove("\(path)/\(name)") }
    guard rmdir(path) == 0 || errno == ENOENT else { throw BackupError(errno: errno, "remove", path) }
  }

  /// Returns the size of a file in bytes; nil if there is no such file.
  static func size(of path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Returns true if there is a file or folder at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the names in a folder, sorted; none if it cannot be read.
  static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, _ path: String) throws(BackupError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(file, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw BackupError(errno: written < 0 ? errno : ENOSPC, "write", path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  private static func forEachPart(
    of file: Int32, _ path: String, while goesOn: () -> Bool,
    _ body: (UnsafeRawBufferPointer) throws(BackupError) -> Void
  ) throws(BackupError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while goesOn() {
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw BackupError(errno: errno, "read", path) }
      guard count > 0 else { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    throw .stopped
  }
}
