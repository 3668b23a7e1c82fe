internal import Glibc

/// A table that was exported: its bytes in a file without a name, with their proof.
package final class ExportedTable: Sendable {
  /// The number of lines below the names of the columns. A line with line breaks inside quotes counts once.
  package let rows: Int
  /// The number of bytes.
  package let count: Int
  /// The SHA-256 digest of the bytes, in lower-case hexadecimal and in base64.
  package let hexadecimal: String
  package let base64: String
  private let file: Int32

  init(_ written: ExportFile, rows: Int) throws(MovingError) {
    file = try written.finish()
    self.rows = rows
    count = written.count
    (hexadecimal, base64) = written.digests
  }

  deinit { close(file) }

  /// Returns a descriptor of the file, open for reading, that the caller must close.
  package func descriptor() -> Int32 { fcntl(file, F_DUPFD_CLOEXEC, 0) }
}
