internal import CSV
internal import Glibc

/// A file to import: its bytes in a file without a name, and the dialect that they show.
final class ImportFile: Sendable {
  /// The greatest sizes that a file may have: its fields are those of an export, and notes of other programs.
  private static let limits = CSVLimits(field: 64 * 1024, record: 1024 * 1024, columns: 300)
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

  /// Reads all records.
  ///
  /// - Parameters:
  ///   - dialect: the encoding and the delimiter.
  ///   - progress: receives the number of bytes that were read; an error ends the reading.
  ///   - body: receives each record, the names of the columns first.
  /// - Throws: `MovingError.damagedFile` or `.unavailable`, or the error of a function.
  func forEach(
    _ dialect: CSVDialect, progress: (Int) throws -> Void, _ body: (CSVRecord) throws -> Void
  ) throws {
    var reader = CSVReader(dialect, limits: Self.limits)
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
