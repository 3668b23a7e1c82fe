internal import Glibc

/// The program's standard output. Every call writes complete lines.
enum StandardOutput {
  /// Writes bytes.
  ///
  /// - Returns: false if the reader has closed the other end.
  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool { writeAll(bytes, to: STDOUT_FILENO) }

  @discardableResult
  static func write(_ text: String) -> Bool { write(Array(text.utf8)) }
}

/// The program's standard error.
enum StandardError {
  static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let count = write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
