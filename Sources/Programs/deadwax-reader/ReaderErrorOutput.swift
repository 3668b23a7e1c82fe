internal import Glibc

/// The program's standard error.
enum ReaderErrorOutput {
  static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
