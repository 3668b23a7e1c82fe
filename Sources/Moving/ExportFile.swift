internal import Glibc
internal import Secrets

/// A file without a name that an export is written to. The system removes it when its last user closes it, also after a
/// crash.
final class ExportFile {
  /// The number of bytes that are collected before they are written.
  private static let bufferSize = 256 * 1024
  /// The number of bytes that a part of a larger content best has.
  static let partSize = 64 * 1024

  private(set) var count = 0
  /// True once the disk was full.
  private(set) var isFull = false
  private var digest = SHA256Parts()
  private var buffer: [UInt8] = []
  private let descriptor: Int32

  /// - Parameter folder: the folder on whose disk the file is.
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  init(in folder: String) throws(MovingError) {
    // O_TMPFILE of Linux, which Swift does not import. It contains O_DIRECTORY.
    var file = open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
    if file < 0, errno == EOPNOTSUPP || errno == EISDIR {
      // A file system without such files.
      let path = "\(folder)/.export-\(getpid())-\(UInt64.random(in: 0 ... .max))"
      file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 { unlink(path) }
    }
    guard file >= 0 else { throw MovingError(errno: errno, folder) }
    descriptor = file
  }

  deinit { close(descriptor) }

  /// The SHA-256 digest of all bytes so far.
  var digests: (hexadecimal: String, base64: String) { (digest.hexadecimal, digest.base64) }

  /// Adds bytes at the end.
  func append(_ bytes: [UInt8]) throws(MovingError) {
    bytes.withUnsafeBytes { digest.add($0) }
    count += bytes.count
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Returns bytes that were added before.
  ///
  /// - Throws: `MovingError.unavailable` or `.diskFull`.
  func bytes(at start: Int, count wanted: Int) throws(MovingError) -> [UInt8] {
    let written = count - buffer.count
    if start >= written { return Array(buffer[(start - written)..<(start - written + wanted)]) }
    if start + wanted > written { try flush() }
    let part = [UInt8](unsafeUninitializedCapacity: wanted) { target, filled in
      filled = max(0, pread(descriptor, target.baseAddress, wanted, off_t(start)))
    }
    guard part.count == wanted else { throw MovingError.unavailable("A working file can no longer be read.") }
    return part
  }

  /// Writes what was collected, and returns a descriptor of the file that the caller must close.
  func finish() throws(MovingError) -> Int32 {
    try flush()
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw MovingError(errno: errno, "the export") }
    return copy
  }

  private func flush() throws(MovingError) {
    var start = 0
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        let error = MovingError(errno: written < 0 ? errno : ENOSPC, "the export")
        isFull = error == .diskFull
        throw error
      }
      start += written
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

extension MovingError {
  /// The error of a call of the system on a file or folder.
  init(errno code: Int32, _ path: String) {
    if code == ENOSPC || code == EDQUOT {
      self = .diskFull
    } else {
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      self = .unavailable("Cannot write \(path): \(reason).")
    }
  }
}
