internal import Glibc
internal import Secrets

/// A package that arrives, in a file without a name. The system removes it with its last user, also after a crash.
final class ConcertFile: @unchecked Sendable {
  // Sendable is sound: it is written under the lock of its upload, and only read afterwards.
  private(set) var count = 0
  private var parts = SHA256Parts()
  private let descriptor: Int32

  /// - Parameter folder: the folder on whose disk the file is.
  /// - Throws: `ConcertError.diskFull` or `.unavailable`.
  init(in folder: String) throws(ConcertError) {
    // O_TMPFILE of Linux, which Swift does not import. It contains O_DIRECTORY.
    var file = open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
    if file < 0, errno == EOPNOTSUPP || errno == EISDIR {
      // A file system without such files.
      let path = "\(folder)/.package-\(getpid())-\(UInt64.random(in: 0 ... .max))"
      file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 { unlink(path) }
    }
    descriptor = file
    guard file >= 0 else { throw ConcertError(errno: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The SHA-256 digest of all bytes so far, in hexadecimal.
  var digest: String { parts.hexadecimal }

  /// A path by which this process can open the file.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(ConcertError) {
    parts.add(bytes)
    count += bytes.count
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw ConcertError(errno: written < 0 ? errno : ENOSPC) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }
}

extension ConcertError {
  /// The error of a call of the system on the file of a package.
  init(errno code: Int32) {
    if code == ENOSPC || code == EDQUOT {
      self = .diskFull
    } else {
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      self = .unavailable("The file cannot be written: \(reason).")
    }
  }
}
