internal import Glibc

/// The program's standard output. Every call writes complete lines.
enum ReaderOutput {
  /// Writes bytes.
  ///
  /// - Returns: false if the reader has closed the other end.
  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool { writeAll(bytes, to: STDOUT_FILENO) }

  @discardableResult
  static func write(_ text: String) -> Bool { write(Array(text.utf8)) }
}
