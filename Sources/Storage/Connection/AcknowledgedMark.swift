internal import Glibc

/// The last acknowledged sequence, kept in a small file beside the database (`<path>.ack`).
///
/// SQLite takes a log that breaks off for one that was never written on: with one byte of it flipped, committed rows
/// are gone and every check of the database still says ok. This file is how the loss is noticed. It is written after
/// each commit and not synced: it can lag behind the database after a power cut, never be ahead of it.
///
/// Its lock also keeps a second program away from the database.
final class AcknowledgedMark {
  private let file: Int32
  private let path: String
  /// Nil in a new file, or when it could not be read.
  private(set) var sequence: Int64?
  /// Whether the file had content that is none of ours, or damaged.
  let wasUnreadable: Bool

  /// Opens or creates the file and locks it (`flock(2)`) until the mark is gone.
  ///
  /// - Returns: nil when there is no file and none is to be created.
  /// - Throws: `.busy` when another program, or another `Database` of this one, holds it.
  init?(path: String, creating: Bool) throws(StorageError) {
    var file = open(path, O_RDWR | O_CLOEXEC)
    if file < 0, errno == ENOENT {
      guard creating else { return nil }
      file = open(path, O_RDWR | O_CLOEXEC | O_CREAT, 0o600)
    }
    guard file >= 0 else { throw StorageError(errno: errno, call: "open", path: path) }
    guard Self.lock(file) else {
      let code = errno
      close(file)
      guard code == EWOULDBLOCK else { throw StorageError(errno: code, call: "flock", path: path) }
      throw StorageError(
        code: .busy, call: "flock", message: "another program has the database open (it holds \(path))")
    }
    self.file = file
    self.path = path
    var bytes = [UInt8](repeating: 0, count: Line.length + 1)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    sequence = Line.sequence(in: bytes.prefix(max(count, 0)))
    wasUnreadable = count != 0 && sequence == nil
  }

  deinit {
    // Closing would not do while a child of this process, just forked, still has the descriptor.
    flock(file, LOCK_UN)
    close(file)
  }

  /// Waits a little: a hub that was killed can leave a child behind that holds the lock until it has become another
  /// program.
  private static func lock(_ file: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { return false }
      usleep(25_000)
    }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }

  /// Notes a sequence if it is the highest so far.
  func advance(to sequence: Int64) throws(StorageError) {
    if let present = self.sequence, present >= sequence { return }
    try set(sequence)
  }

  /// Notes a sequence whatever was noted before.
  func set(_ sequence: Int64) throws(StorageError) {
    let line = Line.bytes(of: sequence)
    let written = line.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard written == line.count else {
      throw StorageError(errno: written < 0 ? errno : ENOSPC, call: "pwrite", path: path)
    }
    if wasUnreadable { ftruncate(file, off_t(line.count)) }
    self.sequence = sequence
  }

  func synchronize() { fdatasync(file) }
}

/// `acknowledged 00000000000000000042 0123456789abcdef`, and a line feed: a text that can be looked at, of fixed
/// length, with a checksum.
private enum Line {
  private static let word = Array("acknowledged ".utf8)
  private static let digits = 20
  static let length = word.count + digits + 1 + 16 + 1

  static func bytes(of sequence: Int64) -> [UInt8] {
    var line = word
    line.reserveCapacity(length)
    let number = Array(String(max(sequence, 0)).utf8)
    line += [UInt8](repeating: UInt8(ascii: "0"), count: digits - number.count) + number
    let checksum = Array(String(checksum(of: line), radix: 16).utf8)
    line.append(UInt8(ascii: " "))
    line += [UInt8](repeating: UInt8(ascii: "0"), count: 16 - checksum.count) + checksum
    line.append(UInt8(ascii: "\n"))
    return line
  }

  static func sequence(in bytes: ArraySlice<UInt8>) -> Int64? {
    let number = bytes.dropFirst(word.count).prefix(digits)
    guard let sequence = Int64(String(decoding: number, as: UTF8.self)), self.bytes(of: sequence) == Array(bytes)
    else { return nil }
    return sequence
  }

  /// FNV-1a, 64 bits.
  private static func checksum(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension StorageError {
  /// A failed call to the C library on one of the files.
  init(errno code: Int32, call: String, path: String) {
    let kind: ResultCode =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS: .readOnly
      case EACCES, ENOENT, ENOTDIR, EISDIR, EPERM: .cannotOpen
      default: .inputOutput
      }
    self.init(code: kind, call: call, message: "\(path): \(String(cString: strerror(code)))")
  }
}
