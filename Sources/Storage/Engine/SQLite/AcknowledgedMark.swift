internal import Glibc

/// The last acknowledged sequence number, stored in a small file next to the database (`<path>.ack`).
///
/// SQLite treats a truncated write-ahead log as one that was never written further. One flipped byte in it can remove
/// committed rows while every check of the database still reports ok. This file makes such a loss detectable. It is
/// written after each commit and not synced, so after a power cut it can be behind the database but never ahead of it.
///
/// Its lock also prevents a second program from opening the database.
final class AcknowledgedMark {
  private let file: Int32
  private let path: String
  /// The sequence number read from the file or set since. Nil if the file is new or could not be read.
  private(set) var sequence: Int64?
  /// True if the file had content that is damaged or was not written by Deadwax.
  let wasUnreadable: Bool

  /// Opens or creates the file and locks it with `flock(2)` until this object is deallocated.
  ///
  /// - Returns: nil if there is no file and `creating` is false.
  /// - Throws: `.busy` if another program, or another `Database` of this process, holds the lock.
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
        .busy, call: "flock", message: "another program has the database open (it has locked \(path))")
    }
    self.file = file
    self.path = path
    var bytes = [UInt8](repeating: 0, count: Line.length + 1)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    sequence = Line.sequence(in: bytes.prefix(max(count, 0)))
    wasUnreadable = count != 0 && sequence == nil
  }

  deinit {
    // Closing the descriptor does not release the lock while a freshly forked child still has a copy of it.
    flock(file, LOCK_UN)
    close(file)
  }

  /// Tries to lock the file for about half a second. A killed hub can leave a forked child behind, which holds the lock
  /// until it calls `exec`.
  private static func lock(_ file: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { return false }
      usleep(25_000)
    }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }

  /// Stores a sequence number if it is higher than the stored one.
  func advance(to sequence: Int64) throws(StorageError) {
    if let present = self.sequence, present >= sequence { return }
    try set(sequence)
  }

  /// Stores a sequence number, also one that is lower than the stored one.
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

/// The content of the file: `acknowledged 00000000000000000042 0123456789abcdef` and a line feed. It is readable text
/// of fixed length with a checksum.
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

  /// Computes the 64-bit FNV-1a hash of the bytes.
  private static func checksum(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension StorageError {
  /// Creates the error for a failed C library call on one of the files.
  init(errno code: Int32, call: String, path: String) {
    let kind: Kind =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS: .readOnly
      default: .unavailable
      }
    self.init(kind, call: call, message: "\(path): \(String(cString: strerror(code)))")
  }
}
