internal import Glibc
internal import Pictures

/// A picture on standard input. It may come from anyone, so the process limits itself before it reads the picture.
enum DecodeInput {
  /// The name of standard input among the files.
  static let operand = "-"

  /// The largest picture in bytes.
  static let lengthLimit = 32 << 20

  /// The limits of the process.
  private static let limits: [(resource: __rlimit_resource, most: rlim_t)] = [
    // An interlaced PNG of 64 megapixels needs a third of it. A picture that needs more ends the process.
    (RLIMIT_AS, 1536 << 20),
    // Seconds of processor time.
    (RLIMIT_CPU, 15),
    // Only the standard streams are left: no other file or socket can be opened. The report may go to a file.
    (RLIMIT_NOFILE, 3), (RLIMIT_FSIZE, 1 << 20), (RLIMIT_CORE, 0),
  ]

  /// Limits the resources of this process, for good.
  static func confine() {
    for (resource, most) in limits {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      // A lower limit that holds already stays.
      _ = setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
  }

  /// Reads the picture to its end.
  ///
  /// - Throws: `PictureError` for an empty or too large picture, or if it cannot be read.
  static func bytes() throws(PictureError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
      guard count > 0 else { break }
      guard bytes.count + count <= lengthLimit else { throw .fileTooLarge(bytes: bytes.count + count) }
      bytes += part[..<count]
    }
    guard !bytes.isEmpty else { throw .empty }
    return bytes
  }
}
