internal import Glibc

/// A secret in a file, such as a token for an external service.
package enum SecretFile {
  private static let mostBytes = 4096

  /// Reads the only line of a file that no one but its owner may open.
  ///
  /// - Parameters:
  ///   - path: the path of a regular file that belongs to this user or to root. Below `credentials`, group permissions
  ///     are ignored: systemd grants the service access through an access list, which appears as group permissions
  ///     (systemd.exec(5), LoadCredential=).
  ///   - credentials: systemd's credentials folder of this service, from `$CREDENTIALS_DIRECTORY`.
  /// - Returns: the text without surrounding white space.
  /// - Throws: the reason the file is refused. The error never contains its content.
  package static func read(
    _ path: String, credentials: String? = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
  ) throws(SecretsError) -> String {
    // Non-blocking mode prevents a FIFO from blocking until another program writes.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(path: path, reason: reason()) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(path: path, reason: reason()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is not a regular file") }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner(path: path) }
    let isCredential = credentials.map { !$0.isEmpty && path.hasPrefix($0 + "/") } ?? false
    let forbidden: mode_t = isCredential ? 0o007 : 0o077
    guard status.st_mode & forbidden == 0 else { throw .open(path: path, mode: Int(status.st_mode & 0o7777)) }
    return try line(file, path)
  }

  private static func line(_ file: Int32, _ path: String) throws(SecretsError) -> String {
    var buffer = [UInt8](repeating: 0, count: mostBytes + 1)
    var count = 0
    while count < buffer.count {
      let got = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(path: path, reason: reason()) }
      guard got > 0 else { break }
      count += got
    }
    guard count <= mostBytes else { throw .malformed(path: path, reason: "it has more than \(mostBytes) bytes") }
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var bytes = buffer[..<count].drop(while: isSpace)
    while bytes.last.map(isSpace) == true { bytes.removeLast() }
    guard !bytes.isEmpty else { throw .malformed(path: path, reason: "it is empty") }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw .malformed(path: path, reason: "it has more than one line")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed(path: path, reason: "it is not UTF-8")
    }
    return text
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
