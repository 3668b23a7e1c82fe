internal import Glibc

/// The finding of the integrity check, stored next to the database (`<path>.damaged`). It prevents the next start from
/// writing to the damaged file before the check has found the damage again.
enum DamageFinding {
  private static let limit = 2000

  static func store(_ sentence: String, of file: DatabaseFile) throws(StorageError) {
    let target = open(file.findingPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StorageError(errno: errno, call: "open", path: file.findingPath) }
    defer { close(target) }
    let bytes = Array((sentence + "\n").utf8.prefix(limit))
    guard write(target, bytes, bytes.count) == bytes.count, fsync(target) == 0 else {
      throw StorageError(errno: errno, call: "write", path: file.findingPath)
    }
  }

  /// Returns the stored sentence, or nil if no damage was found.
  static func read(of file: DatabaseFile) -> String? {
    let source = open(file.findingPath, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return nil }
    defer { close(source) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(source, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }, as: UTF8.self)
    return text.isEmpty ? "the check of an earlier start has found damage" : text
  }
}
