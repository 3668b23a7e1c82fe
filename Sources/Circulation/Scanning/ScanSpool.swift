internal import Deadwax
internal import FoundationEssentials
internal import Glibc
internal import Lanes
internal import Storage

/// A file beside the database for scans that could not be kept: one JSON line each, on the disk before anybody is told.
///
/// What stands in it was not done, and is never done later: a person was told so, and may have gone. It comes into the
/// history as what it was, a scan that was not saved, as soon as the database takes anything again.
final class ScanSpool: Sendable {
  /// A scan that could not be kept.
  struct Line: Hashable, Codable, Sendable {
    var station: Station.Name
    var receivedAt: Timestamp
    var input: DeskInput
  }

  /// So many bytes, and no more is spooled: the disk may be full because of us.
  static let limit = 16 << 20

  private let path: String
  private let state: Guarded<State>

  private struct State {
    var isEmpty = false
  }

  /// - Parameter path: of the file; made with the first line.
  init(path: String) {
    self.path = path
    state = Guarded(State(isEmpty: access(path, F_OK) != 0))
  }

  /// Whether nothing waits in it.
  var isEmpty: Bool { state.withLock { $0.isEmpty } }

  /// Appends a scan.
  ///
  /// - Throws: a `StorageError` when the file cannot be written either.
  func append(_ line: Line) throws {
    var bytes = Array(try StateText.write(line).utf8)
    bytes.append(UInt8(ascii: "\n"))
    try state.withLock { state in
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw failure("open") }
      defer { close(file) }
      let before = lseek(file, 0, SEEK_END)
      guard before + bytes.count <= Self.limit else {
        throw StorageError(code: .full, call: "ScanSpool", message: "\(path) is full")
      }
      guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
        let error = failure("write")
        // Half a line would spoil the one after it.
        _ = ftruncate(file, before)
        throw error
      }
      state.isEmpty = false
    }
  }

  /// Everything that waits, in order. What cannot be read is left out.
  func lines() -> [Line] {
    state.withLock { _ in
      guard let data = FileManager.default.contents(atPath: path) else { return [] }
      return data.split(separator: UInt8(ascii: "\n")).compactMap {
        try? StateText.read(Line.self, String(decoding: $0, as: UTF8.self))
      }
    }
  }

  /// Forgets the first `count` lines, which are safe in the database now. What was appended since stays.
  func drop(first count: Int) throws {
    try state.withLock { state in
      guard let data = FileManager.default.contents(atPath: path) else { return }
      let rest = data.split(separator: UInt8(ascii: "\n")).dropFirst(count)
      guard !rest.isEmpty else {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
        state.isEmpty = true
        return
      }
      var bytes = Data()
      for line in rest {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
      }
      try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }

  private func failure(_ call: String) -> StorageError {
    let code: ResultCode = errno == ENOSPC || errno == EDQUOT ? .full : errno == EROFS ? .readOnly : .inputOutput
    return StorageError(code: code, call: call, message: String(cString: strerror(errno)) + ": \(path)")
  }
}
