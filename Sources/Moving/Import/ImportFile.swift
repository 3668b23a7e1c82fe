internal import CSV
internal import ForeignFiles
internal import Glibc

/// A file to import: its bytes in a file without a name, and the dialect that they show.
final class ImportFile: Sendable {
  /// The largest field but a cover, in bytes.
  static let fieldLimit = 64 * 1024
  /// The greatest sizes that a file may have: its fields are those of an export, and notes of other programs.
  private static let limits = CSVLimits(field: fieldLimit, record: 1024 * 1024, columns: 300)
  /// A cover in Base64 is a third larger than its bytes.
  private static let limitsWithCovers = CSVLimits(
    field: ImportCover.limit / 3 * 4 + 64, record: ImportCover.limit / 3 * 4 + 1024 * 1024, columns: 300)
  private static let partSize = 32 * 1024

  let count: Int
  let dialect: CSVDialect
  private let descriptor: Int32

  init(descriptor: Int32, count: Int, dialect: CSVDialect) {
    self.descriptor = descriptor
    self.count = count
    self.dialect = dialect
  }

  deinit { close(descriptor) }

  /// A path by which this process can open the file again, although it has no name.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// Reads the file part by part.
  ///
  /// - Throws: `MovingError.unavailable`, or the error of `body`.
  func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
    var position = 0
    while position < count {
      let part = try bytes(at: position, count: ExportFile.partSize)
      try body(part)
      position += part.count
    }
  }

  /// Returns at most so many bytes from a position inside the file.
  func bytes(at position: Int, count wanted: Int) throws(MovingError) -> [UInt8] {
    let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while true {
        let read = pread(descriptor, buffer.baseAddress, min(wanted, count - position), off_t(position))
        if read < 0, errno == EINTR { continue }
        filled = max(0, read)
        return
      }
    }
    guard !part.isEmpty else { throw MovingError.unavailable("The file to import can no longer be read.") }
    return part
  }

  /// Returns true for a ZIP file, by its first bytes.
  func isZIP() throws(MovingError) -> Bool { try bytes(at: 0, count: min(count, 2)) == [0x50, 0x4B] }

  /// Returns what the file of a library is, by its first bytes.
  ///
  /// - Throws: `MovingError.unknownFile` with what was seen.
  func kindOfLibrary() throws(MovingError) -> LibraryMerge.Kind {
    let head = try bytes(at: 0, count: min(count, 64))
    if ForeignLibrary.isDatabase(head) { return .database }
    if try isZIP() { return LibraryArchive.isArchive(path) ? .archive : hasPropertyLists ? .propertyList : .database }
    if ForeignLibrary.isPropertyList(head) { return .propertyList }
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    if text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == 0x7B { return .json }
    let digits = Array("0123456789abcdef")
    throw .unknownFile(head.prefix(8).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: " "))
  }

  /// Reads the first record, which has the names of the columns.
  ///
  /// - Throws: `MovingError.damagedFile` or `.unavailable`.
  func names(_ dialect: CSVDialect) throws -> [String] {
    struct Found: Error { let names: [String] }
    do {
      try forEach(dialect, hasCovers: false, progress: { _ in }) { throw Found(names: $0.fields) }
    } catch let found as Found {
      return found.names
    }
    return []
  }

  /// Reads all records.
  ///
  /// - Parameters:
  ///   - dialect: the encoding and the delimiter.
  ///   - hasCovers: true if a column has covers, whose fields may be large.
  ///   - progress: receives the number of bytes that were read; an error ends the reading.
  ///   - body: receives each record, the names of the columns first.
  /// - Throws: `MovingError.damagedFile` or `.unavailable`, or the error of a function.
  func forEach(
    _ dialect: CSVDialect, hasCovers: Bool, progress: (Int) throws -> Void, _ body: (CSVRecord) throws -> Void
  ) throws {
    var reader = CSVReader(dialect, limits: hasCovers ? Self.limitsWithCovers : Self.limits)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.partSize, alignment: 1)
    defer { buffer.deallocate() }
    var position = 0
    do {
      while position < count {
        let read = pread(descriptor, buffer.baseAddress, min(Self.partSize, count - position), off_t(position))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { throw MovingError.unavailable("The file to import can no longer be read.") }
        try reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<read]), body)
        position += read
        try progress(position)
      }
      try reader.finish(body)
    } catch let error as CSVError {
      throw MovingError.damagedFile(line: error.line, column: error.column, error.sentence)
    }
  }
}
