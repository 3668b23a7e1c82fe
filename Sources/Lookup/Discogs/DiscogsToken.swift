internal import Glibc

/// The source of the personal access token. It is read again for every request, so a new token needs no restart.
package enum DiscogsToken: Hashable, Sendable {
  /// A file with one line. Only its owner should be able to read it.
  case file(String)
  /// The environment variable with this name.
  case environment(String)
  /// The token itself.
  case text(String)
  case none

  /// Reads the current token.
  ///
  /// - Returns: 4 to 200 letters and digits.
  /// - Throws: `missingToken` if there is none, `invalidToken` if the text cannot be a token.
  func read() throws(LookupError) -> String {
    let text: String? =
      switch self {
      case .file(let path): contents(of: path)
      case .environment(let name): getenv(name).map { String(cString: $0) }
      case .text(let text): text
      case .none: nil
      }
    let token = text?.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace) ?? []
    guard let first = token.first else { throw .missingToken }
    let isPlain = first.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard token.count == 1, isPlain, (4...200).contains(first.utf8.count) else { throw .invalidToken }
    return String(first)
  }

  /// Returns at most 4 KiB of a file; nil if it cannot be read.
  private func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
