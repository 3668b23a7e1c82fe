internal import Glibc

/// Standard output. Each line is written immediately, so that a reader sees it as it happens.
package enum StandardOutput {
  /// Prints one line.
  package static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
}
