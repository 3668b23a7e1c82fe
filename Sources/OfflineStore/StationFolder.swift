internal import Glibc

/// The folder with a station's own files. No other user of the machine can read it. One process owns it while this
/// object exists.
package final class StationFolder: Sendable {
  package let path: String
  private let lock: Int32

  /// Creates the folder with mode 0700 if it does not exist, and locks it for this process (`flock`).
  ///
  /// - Throws: `OfflineStoreError.folder` or `.inUse`.
  package init(_ path: String) throws(OfflineStoreError) {
    self.path = path
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .folder(path: path, reason: systemReason()) }
    let file = open(path + "/station.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .folder(path: path, reason: systemReason()) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let reason = systemReason()
      close(file)
      throw isTaken ? .inUse(path: path) : .folder(path: path, reason: reason)
    }
    lock = file
    try renameEarlierFiles()
  }

  /// Gives the files of earlier versions their current names. A file whose current name is taken is left alone.
  private func renameEarlierFiles() throws(OfflineStoreError) {
    for name in [OfflineJournal.fileName, ReplicaFile.fileName] {
      let current = path + "/" + name
      let earlier = path + "/" + name.prefix { $0 != "." } + ".away"
      guard access(earlier, F_OK) == 0, access(current, F_OK) != 0 else { continue }
      guard rename(earlier, current) == 0, sync() else { throw .notWritten(path: current, reason: systemReason()) }
    }
  }

  deinit { close(lock) }

  /// Returns the content of a file in the folder; nil if there is none.
  ///
  /// - Throws: `OfflineStoreError.unreadable`.
  func read(_ name: String) throws(OfflineStoreError) -> [UInt8]? {
    let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path + "/" + name, reason: systemReason())
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path + "/" + name, reason: systemReason()) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Replaces a file atomically: the content is written under a temporary name and synced to disk before the rename.
  /// The mode is 0600.
  ///
  /// - Returns: the descriptor, open for appending; the caller closes it.
  /// - Throws: `OfflineStoreError.notWritten`. The previous file is then unchanged, unless only the last sync of the
  ///   folder failed.
  func replace(_ name: String, with bytes: [UInt8]) throws(OfflineStoreError) -> Int32 {
    let place = path + "/" + name
    let temporary = place + ".new"
    let file = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .notWritten(path: place, reason: systemReason()) }
    guard fchmod(file, 0o600) == 0, writeAll(bytes, to: file), fsync(file) == 0, rename(temporary, place) == 0 else {
      let reason = systemReason()
      close(file)
      unlink(temporary)
      throw .notWritten(path: place, reason: reason)
    }
    guard sync() else {
      let reason = systemReason()
      close(file)
      throw .notWritten(path: place, reason: reason)
    }
    return file
  }

  /// Renames a file to a free name with the suffix `.damaged-` and a number.
  ///
  /// - Returns: the new path.
  /// - Throws: `OfflineStoreError.notWritten`.
  func putAside(_ name: String) throws(OfflineStoreError) -> String {
    var number = 1
    while access(path + "/\(name).damaged-\(number)", F_OK) == 0 { number += 1 }
    let aside = path + "/\(name).damaged-\(number)"
    guard rename(path + "/" + name, aside) == 0, sync() else {
      throw .notWritten(path: aside, reason: systemReason())
    }
    return aside
  }

  /// Syncs the folder. A rename is durable only after that.
  private func sync() -> Bool {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return fsync(folder) == 0
  }
}

/// Calls write(2) until all bytes are written. Returns false with the reason in errno.
func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Returns the system's message for errno.
func systemReason() -> String { String(cString: strerror(errno)) }
