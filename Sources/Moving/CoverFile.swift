internal import Glibc
internal import Secrets

/// The file of a cover in the data folder, which an export reads.
enum CoverFile {
  /// Reads a picture.
  ///
  /// - Parameters:
  ///   - digest: the digest of its content, which is its name.
  ///   - data: the data folder of the hub.
  /// - Returns: the picture; nil if it is missing, damaged or too large for an import.
  static func read(_ digest: String, in data: String) -> [UInt8]? {
    let file = open(AttachedFile.path(of: digest, in: data), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 * 1024))
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= ImportCover.limit else { return nil }
      if count == 0 { break }
      bytes += part[..<count]
    }
    return Digest.hexadecimalSHA256(of: bytes) == digest ? bytes : nil
  }
}
