internal import Glibc

/// A file that is written and has no name yet. It is removed with this object, unless `rename` gave it one.
final class ScratchFile {
  /// The beginning of the names of such files, which are in the folder of the attachments itself.
  static let prefix = ".new-"

  /// The number of bytes.
  private(set) var count = 0
  private let path: String
  private let descriptor: Int32
  private var isKept = false

  /// Creates an empty file.
  ///
  /// - Parameter folder: the folder, which exists.
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  init(in folder: String) throws(AttachmentError) {
    path = "\(folder)/\(Self.prefix)\(getpid())-\(UInt64.random(in: 0 ... .max))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw AttachmentError(errno: errno, "create", path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isKept { unlink(path) }
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(AttachmentError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw AttachmentError(errno: written < 0 ? errno : ENOSPC, "write", path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      count += written
    }
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  func append(_ bytes: [UInt8]) throws(AttachmentError) {
    let end = bytes.withUnsafeBytes { bytes in
      Result { () throws(AttachmentError) in try append(bytes) }
    }
    try end.get()
  }

  /// Returns at most so many bytes from a position; fewer at the end, or if they cannot be read.
  func bytes(at position: Int, count wanted: Int) -> [UInt8] {
    let size = max(0, min(wanted, count - position))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let read = pread(descriptor, buffer.baseAddress?.advanced(by: filled), size - filled, position + filled)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        filled += read
      }
    }
  }

  /// Brings the bytes to the disk, then gives the file its name.
  ///
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  func rename(to target: String) throws(AttachmentError) {
    guard fsync(descriptor) == 0 else { throw AttachmentError(errno: errno, "write", path) }
    guard Glibc.rename(path, target) == 0 else { throw AttachmentError(errno: errno, "rename", path) }
    isKept = true
  }
}

extension AttachmentError {
  /// The error of a call of the system.
  ///
  /// - Parameters:
  ///   - code: the error number.
  ///   - verb: the action that failed, such as `write`.
  ///   - path: the file or folder.
  init(errno code: Int32, _ verb: String, _ path: String) {
    if code == ENOSPC || code == EDQUOT {
      self = .diskFull
    } else {
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      self = .unavailable("Cannot \(verb) \(path): \(reason).")
    }
  }
}
