internal import Glibc

/// The folder of a station: what it keeps for itself, and for nobody else on the machine. It is one process's as long as
/// this value is there.
package final class StationFolder: Sendable {
  package let path: String
  private let lock: Int32

  /// Makes the folder where it is not there, mode 0700, and takes it for this process (`flock`).
  ///
  /// - Throws: `AwayStoreError.folder`, or `.inUse`.
  package init(_ path: String) throws(AwayStoreError) {
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
  }

  deinit { close(lock) }

  /// The whole of a file in it; nil when there is none.
  ///
  /// - Throws: `AwayStoreError.unreadable`.
  func read(_ name: String) throws(AwayStoreError) -> [UInt8]? {
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

  /// Puts a file in the place of another, whole or not at all: it is written under a temporary name and on the disk before
  /// it gets its own. Mode 0600.
  ///
  /// - Returns: its descriptor, open for appending; the caller closes it.
  /// - Throws: `AwayStoreError.notWritten`. Then the old one is there as it was.
  func replace(_ name: String, with bytes: [UInt8]) throws(AwayStoreError) -> Int32 {
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

  /// Puts a file out of the way under a name that is still free.
  ///
  /// - Returns: the new path.
  /// - Throws: `AwayStoreError.notWritten`.
  func putAside(_ name: String) throws(AwayStoreError) -> String {
    var number = 1
    while access(path + "/\(name).damaged-\(number)", F_OK) == 0 { number += 1 }
    let aside = path + "/\(name).damaged-\(number)"
    guard rename(path + "/" + name, aside) == 0, sync() else {
      throw .notWritten(path: aside, reason: systemReason())
    }
    return aside
  }

  /// Names in a folder are on the disk only when the folder itself is.
  private func sync() -> Bool {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return fsync(folder) == 0
  }
}

/// write(2) until all is written; false leaves the reason in errno.
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

/// What the system last said, in its own words.
func systemReason() -> String { String(cString: strerror(errno)) }
