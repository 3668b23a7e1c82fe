internal import Glibc

/// Standard error, for messages that are not part of the result.
package enum StandardError {
  /// Prints one line.
  package static func line(_ text: String) { write(text + "\n", to: STDERR_FILENO) }
}
