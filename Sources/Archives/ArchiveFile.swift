internal import Glibc

/// An open file, read at any position without moving the position of its descriptor.
final class ArchiveFile {
  let descriptor: Int32
  /// The number of bytes when it was opened.
  let count: Int
  private var window: [UInt8] = []
  private var start = 0

  /// - Throws: `ArchiveError.Fault.unavailable`.
  init(_ path: String) throws(ArchiveError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure("opened") }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    count = Int(status.st_size)
    guard isFile else { throw ArchiveError(.unavailable("This is no file."), entry: nil) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns exactly so many bytes from a position.
  ///
  /// - Throws: `.truncated` if the file has fewer, `.unavailable` if it cannot be read.
  func bytes(at position: Int, count wanted: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    guard position >= 0, wanted >= 0, position <= count - wanted else { throw ArchiveError(.truncated, entry: nil) }
    if position < start || position + wanted > start + window.count {
      // Most reads follow each other, so a larger part is read at once.
      window = try read(at: position, count: min(max(wanted, 64 * 1024), count - position))
      start = position
    }
    return window[(position - start)..<(position - start + wanted)]
  }

  private func read(at position: Int, count wanted: Int) throws(ArchiveError) -> [UInt8] {
    var failed: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let read = pread(descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled, position + filled)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          failed = read < 0 ? errno : 0
          return
        }
        filled += read
      }
    }
    guard failed == 0 else {
      errno = failed
      throw Self.failure("read")
    }
    guard bytes.count == wanted else { throw ArchiveError(.truncated, entry: nil) }
    return bytes
  }

  private static func failure(_ verb: String) -> ArchiveError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return ArchiveError(.unavailable("The file cannot be \(verb): \(reason)."), entry: nil)
  }
}
