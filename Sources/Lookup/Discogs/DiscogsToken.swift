internal import Glibc

/// Where the personal access token comes from. It is read anew for every request, so that a new one needs no restart.
package enum DiscogsToken: Hashable, Sendable {
  /// The file's one line. Its owner alone should be able to read it.
  case file(String)
  /// The value of this environment variable.
  case environment(String)
  /// The token itself.
  case text(String)
  case none

  /// The token of this moment.
  ///
  /// - Returns: letters and digits, 4 to 200 of them.
  /// - Throws: `missingToken` when there is none, `invalidToken` when what is there cannot be one.
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

  /// At most 4 KiB of a file; nil when it cannot be read.
  private func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
