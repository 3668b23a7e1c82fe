package import Deadwax
package import Execution
internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import Threads

/// A file next to the database for scans that could not be stored. Each scan is one JSON line, synced to disk before
/// the failure is reported.
///
/// The scans in it had no effect and never get one later: the user was informed of the failure and may have left. They
/// are added to the history, as scans that were not saved, as soon as the database can be written again.
///
/// The file only grows, and is removed as a whole when everything in it is processed. Progress is an offset into the
/// file, so lines that are appended meanwhile are never lost. After a crash the whole file is read again; the caller
/// skips scans that are stored already.
package final class ScanSpool: Sendable {
  /// A scan that could not be stored.
  package struct Line: Hashable, Codable, Sendable {
    package var station: Station.Name
    package var receivedAt: Timestamp
    package var input: StationInput

    package init(station: Station.Name, receivedAt: Timestamp, input: StationInput) {
      self.station = station
      self.receivedAt = receivedAt
      self.input = input
    }
  }

  /// The next lines, in order.
  package struct Batch: Sendable {
    package var lines: [Line]
    /// Lines that cannot be parsed, for example one that a power failure cut short.
    package var unreadable: [[UInt8]]
    /// The range of the batch, in bytes of the file whose number is `file`.
    fileprivate var range: Range<Int>
    fileprivate var file: Int
  }

  /// The largest size of the spool in bytes, 16 MiB, because the spool itself may be what fills the disk.
  static let limit = 16 << 20
  /// The number of bytes that are read at once, more than any valid line has. A longer line is unreadable.
  private static let chunk = 256 << 10

  private let path: String
  private let state: Locked<State>

  private struct State {
    /// The size of the file in bytes; 0 if there is none.
    var size = 0
    /// The number of bytes that are processed.
    var taken = 0
    /// The number of files that were removed before: an offset into one file does not apply to the next.
    var file = 0
  }

  /// - Parameter path: the path of the file, which is created with the first line. Unreadable lines are moved to a file
  ///   next to it.
  package init(path: String) {
    self.path = path
    var status = stat()
    state = Locked(State(size: stat(path, &status) == 0 ? Int(status.st_size) : 0))
  }

  /// True if no lines wait.
  package var isEmpty: Bool { state.withLock { $0.taken >= $0.size } }

  /// The number of lines that wait, including unreadable ones.
  package var count: Int {
    state.withLock { state in
      guard state.taken < state.size, let file = ReadFile(path) else { return 0 }
      var (place, count, isOpen) = (state.taken, 0, false)
      while case let bytes = file.read(Self.chunk, at: place), !bytes.isEmpty {
        count += bytes.count { $0 == UInt8(ascii: "\n") }
        isOpen = bytes.last != UInt8(ascii: "\n")
        place += bytes.count
      }
      return count + (isOpen ? 1 : 0)
    }
  }

  /// Appends a scan.
  ///
  /// - Throws: a `StorageError` if the file cannot be written either.
  package func append(_ line: Line) throws {
    var bytes = Array(try ColumnJSON.write(line).utf8)
    bytes.append(UInt8(ascii: "\n"))
    try state.withLock { state in
      let (before, end) = try write(bytes, to: path, limit: Self.limit)
      if before == 0 { syncName() }
      // The file was removed or truncated from outside, so it counts as a new one.
      if before < state.taken { state = State(file: state.file + 1) }
      state.size = end
    }
  }

  /// Returns the next lines, at most `most`; nil if none wait, or if the file cannot be read now.
  package func next(_ most: Int = 200) -> Batch? {
    state.withLock { state in
      guard state.taken < state.size else { return nil }
      let bytes = ReadFile(path)?.read(Self.chunk, at: state.taken) ?? []
      guard !bytes.isEmpty else {
        // If the file no longer exists, nothing waits in it.
        if access(path, F_OK) != 0, errno == ENOENT { state = State(file: state.file + 1) }
        return nil
      }
      var batch = Batch(lines: [], unreadable: [], range: state.taken..<state.taken, file: state.file)
      var rest = bytes[...]
      while !rest.isEmpty, batch.lines.count + batch.unreadable.count < most {
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        // The line continues after this chunk: it begins the next batch, unless it is the first of this one.
        if end == nil, bytes.count == Self.chunk, rest.startIndex > 0 { break }
        let text = rest[..<(end ?? rest.endIndex)]
        rest = end.map { rest[($0 + 1)...] } ?? []
        if let line = try? ColumnJSON.read(Line.self, String(decoding: text, as: UTF8.self)) {
          batch.lines.append(line)
        } else if !text.isEmpty {
          batch.unreadable.append(Array(text))
        }
      }
      batch.range = state.taken..<state.taken + (rest.isEmpty ? bytes.count : rest.startIndex)
      return batch
    }
  }

  /// Drops the lines of a batch, which are stored elsewhere now. Lines that were appended since remain; a batch that
  /// was dropped before is ignored.
  ///
  /// - Throws: a `StorageError` if all lines are processed and the file cannot be removed. The lines still count as
  ///   dropped while this program runs.
  package func drop(_ batch: Batch) throws {
    try state.withLock { state in
      guard batch.file == state.file, batch.range.lowerBound == state.taken else { return }
      state.taken = batch.range.upperBound
      guard state.taken >= state.size else { return }
      guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
      state = State(file: state.file + 1)
    }
  }

  /// Appends lines to `<path>.unreadable`, for a person to inspect.
  ///
  /// - Throws: a `StorageError`.
  package func quarantine(_ lines: [[UInt8]]) throws {
    guard !lines.isEmpty else { return }
    try state.withLock { _ in
      let bytes = Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined())
      _ = try write(bytes, to: path + ".unreadable", limit: .max)
    }
  }

  /// Appends whole lines, and returns the size of the file before and after.
  private func write(_ lines: [UInt8], to path: String, limit: Int) throws -> (before: Int, end: Int) {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("open") }
    defer { close(file) }
    let before = Int(lseek(file, 0, SEEK_END))
    var last = UInt8(ascii: "\n")
    // A partial line from a crash must not corrupt the line after it.
    if before > 0 { pread(file, &last, 1, off_t(before - 1)) }
    let bytes = last == UInt8(ascii: "\n") ? lines : [UInt8(ascii: "\n")] + lines
    guard before + bytes.count <= limit else {
      throw StorageError(.full, call: "ScanSpool", message: "\(path) is full")
    }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      let error = failure("write")
      _ = ftruncate(file, off_t(before))
      throw error
    }
    return (before, before + bytes.count)
  }

  /// Syncs the folder: the entry of a new file survives a power failure only after that.
  private func syncName() {
    let folder = open(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) + "/", O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func failure(_ call: String) -> StorageError {
    // A short write sets no errno; its cause is a full disk.
    let kind: StorageError.Kind =
      switch errno {
      case 0, ENOSPC, EDQUOT, EFBIG: .full
      case EROFS: .readOnly
      default: .unavailable
      }
    return StorageError(kind, call: call, message: String(cString: strerror(errno)) + ": \(path)")
  }
}

/// A file that is open for reading at any offset.
private struct ReadFile: ~Copyable {
  private let file: Int32

  init?(_ path: String) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return nil }
  }

  deinit { close(file) }

  /// Reads at most `most` bytes; returns fewer only at the end of the file.
  func read(_ most: Int, at place: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      while count < most {
        let more = pread(file, buffer.baseAddress.map { $0 + count }, most - count, off_t(place + count))
        guard more > 0 else { break }
        count += more
      }
    }
  }
}
