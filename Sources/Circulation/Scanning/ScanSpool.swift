package import Deadwax
internal import FoundationEssentials
internal import Glibc
internal import Lanes
internal import Storage

/// A file beside the database for scans that could not be kept: one JSON line each, on the disk before anybody is told.
///
/// What stands in it was not done, and is never done later: a person was told so, and may have gone. It comes into the
/// history as what it was, a scan that was not saved, as soon as the database takes anything again.
///
/// The file only grows, and goes as a whole when everything in it was taken in: what was taken in is a place in it, so
/// nothing that was appended meanwhile can go with it. After a crash all of it is read once more; whoever takes it in
/// leaves out what is there already.
package final class ScanSpool: Sendable {
  /// A scan that could not be kept.
  package struct Line: Hashable, Codable, Sendable {
    package var station: Station.Name
    package var receivedAt: Timestamp
    package var input: DeskInput

    package init(station: Station.Name, receivedAt: Timestamp, input: DeskInput) {
      self.station = station
      self.receivedAt = receivedAt
      self.input = input
    }
  }

  /// The lines that are next, in order.
  package struct Batch: Sendable {
    package var lines: [Line]
    /// What nobody can read, as where the power went in the middle of a line.
    package var unreadable: [[UInt8]]
    /// From where to where it goes, in bytes of the file as it was, which is told by its number.
    fileprivate var range: Range<Int>
    fileprivate var file: Int
  }

  /// So many bytes, and no more is spooled: the disk may be full because of us.
  static let limit = 16 << 20
  /// More than any line has; what has no end in so many bytes is none.
  private static let chunk = 256 << 10

  private let path: String
  private let state: Guarded<State>

  private struct State {
    /// How many bytes the file has; 0 where there is none.
    var size = 0
    /// How many of them are dealt with.
    var taken = 0
    /// Counts the files that were emptied: what was read of one says nothing of the next.
    var file = 0
  }

  /// - Parameter path: of the file; made with the first line. What cannot be read is put into a file beside it.
  package init(path: String) {
    self.path = path
    var status = stat()
    state = Guarded(State(size: stat(path, &status) == 0 ? Int(status.st_size) : 0))
  }

  /// Whether nothing waits in it.
  package var isEmpty: Bool { state.withLock { $0.taken >= $0.size } }

  /// How many lines wait in it, those that nobody can read among them.
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
  /// - Throws: a `StorageError` when the file cannot be written either.
  package func append(_ line: Line) throws {
    var bytes = Array(try StateText.write(line).utf8)
    bytes.append(UInt8(ascii: "\n"))
    try state.withLock { state in
      let (before, end) = try write(bytes, to: path, limit: Self.limit)
      if before == 0 { keepName() }
      // Somebody has taken the file away, or cut it: it is another one.
      if before < state.taken { state = State(file: state.file + 1) }
      state.size = end
    }
  }

  /// The next lines, as many as `most`; nil when none waits, or the file cannot be read now.
  package func next(_ most: Int = 200) -> Batch? {
    state.withLock { state in
      guard state.taken < state.size else { return nil }
      let bytes = ReadFile(path)?.read(Self.chunk, at: state.taken) ?? []
      guard !bytes.isEmpty else {
        // Where the file is not there any more, nothing waits in it.
        if access(path, F_OK) != 0, errno == ENOENT { state = State(file: state.file + 1) }
        return nil
      }
      var batch = Batch(lines: [], unreadable: [], range: state.taken..<state.taken, file: state.file)
      var rest = bytes[...]
      while !rest.isEmpty, batch.lines.count + batch.unreadable.count < most {
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        // It goes on behind what was read; it is the first of the next batch, unless nothing was before it.
        if end == nil, bytes.count == Self.chunk, rest.startIndex > 0 { break }
        let text = rest[..<(end ?? rest.endIndex)]
        rest = end.map { rest[($0 + 1)...] } ?? []
        if let line = try? StateText.read(Line.self, String(decoding: text, as: UTF8.self)) {
          batch.lines.append(line)
        } else if !text.isEmpty {
          batch.unreadable.append(Array(text))
        }
      }
      batch.range = state.taken..<state.taken + (rest.isEmpty ? bytes.count : rest.startIndex)
      return batch
    }
  }

  /// Forgets the lines of a batch, which are safe elsewhere now. What was appended since stays; a batch that was
  /// forgotten before is left alone.
  ///
  /// - Throws: a `StorageError` when all is dealt with and the file cannot be removed; it is forgotten all the same,
  ///   for as long as this program runs.
  package func drop(_ batch: Batch) throws {
    try state.withLock { state in
      guard batch.file == state.file, batch.range.lowerBound == state.taken else { return }
      state.taken = batch.range.upperBound
      guard state.taken >= state.size else { return }
      guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
      state = State(file: state.file + 1)
    }
  }

  /// Puts lines beside, for whoever wants to look at them: into `<path>.unreadable`.
  ///
  /// - Throws: a `StorageError`.
  package func setAside(_ lines: [[UInt8]]) throws {
    guard !lines.isEmpty else { return }
    try state.withLock { _ in
      let bytes = Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined())
      _ = try write(bytes, to: path + ".unreadable", limit: .max)
    }
  }

  /// Appends whole lines, and returns where the file ended before and ends now.
  private func write(_ lines: [UInt8], to path: String, limit: Int) throws -> (before: Int, end: Int) {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("open") }
    defer { close(file) }
    let before = Int(lseek(file, 0, SEEK_END))
    var last = UInt8(ascii: "\n")
    // Half a line that a crash left must not spoil the one after it.
    if before > 0 { pread(file, &last, 1, off_t(before - 1)) }
    let bytes = last == UInt8(ascii: "\n") ? lines : [UInt8(ascii: "\n")] + lines
    guard before + bytes.count <= limit else {
      throw StorageError(code: .full, call: "ScanSpool", message: "\(path) is full")
    }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      let error = failure("write")
      _ = ftruncate(file, off_t(before))
      throw error
    }
    return (before, before + bytes.count)
  }

  /// A file that was just made is there after a power cut only when its folder was written too.
  private func keepName() {
    let folder = open(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) + "/", O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func failure(_ call: String) -> StorageError {
    // A short write sets no error; what stops one is the end of the room.
    let code: ResultCode =
      switch errno {
      case 0, ENOSPC, EDQUOT, EFBIG: .full
      case EROFS: .readOnly
      default: .inputOutput
      }
    return StorageError(code: code, call: call, message: String(cString: strerror(errno)) + ": \(path)")
  }
}

/// A file that is open for reading, from wherever one wants.
private struct ReadFile: ~Copyable {
  private let file: Int32

  init?(_ path: String) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return nil }
  }

  deinit { close(file) }

  /// At most so many bytes; fewer only at its end.
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
