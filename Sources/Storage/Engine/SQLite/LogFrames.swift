internal import Glibc

/// The page numbers of the frames in a write-ahead log (<https://www.sqlite.org/fileformat2.html#walformat>).
struct LogFrames {
  /// The salt, which differs each time the log is started over.
  let salt: UInt64
  private let pages: [Int]
  private let path: String
  private let pageSize: Int

  /// Reads the frame headers. Returns nil if there is no such log. Reading ends at frames of an earlier use of the log,
  /// which have another salt.
  ///
  /// - Parameters:
  ///   - path: the path of the log.
  ///   - pageSize: the page size of the database in bytes.
  init?(path: String, pageSize: Int) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: 32)
    guard pread(file, &head, 32, 0) == 32 else { return nil }
    salt = Self.number(head[16..<24])
    var pages: [Int] = []
    var frame = [UInt8](repeating: 0, count: 16)
    while pread(file, &frame, 16, off_t(32 + pages.count * (24 + pageSize))) == 16 {
      guard Self.number(frame[8..<16]) == salt else { break }
      pages.append(Int(Self.number(frame[0..<4])))
    }
    self.pages = pages
    self.path = path
    self.pageSize = pageSize
  }

  /// Returns true if a frame holds this page with this digest. Then another program has copied the page from the log.
  func has(_ page: Int, digest: UInt64) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: pageSize)
    return pages.indices.contains { number in
      guard pages[number] == page else { return false }
      let place = off_t(32 + number * (24 + pageSize) + 24)
      guard pread(file, &bytes, pageSize, place) == pageSize else { return false }
      return bytes.withUnsafeBytes { PageDigest.of($0, number: page) } == digest
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The page numbers of a range of frames.
  subscript(range: Range<Int>) -> Set<Int> { Set(pages[range]) }

  var count: Int { pages.count }
}
