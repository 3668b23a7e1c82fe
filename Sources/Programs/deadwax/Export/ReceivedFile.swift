internal import CommandLineArguments
internal import Glibc
internal import HubClient
internal import Secrets

/// A file that arrives from the hub. It gets its name when it is whole and its digest is right; until then the earlier
/// file with that name stays as it is.
final class ReceivedFile {
  private(set) var count = 0
  private var digest = SHA256Parts()
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isKept = false
  /// The reason for which bytes could not be written.
  private var fault: Int32?

  /// - Parameter path: the path of the file.
  /// - Throws: `Failure` if it cannot be written there.
  init(_ path: String) throws(Failure) {
    self.path = path
    temporary = "\(path).\(getpid()).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  deinit {
    close(descriptor)
    if !isKept { unlink(temporary) }
  }

  /// The SHA-256 digest of all bytes so far in lower-case hexadecimal.
  var hexadecimal: String { digest.hexadecimal }

  /// Takes the next bytes. A fault, such as a full disk, is noted for `store`.
  func take(_ bytes: [UInt8]) {
    count += bytes.count
    bytes.withUnsafeBytes { digest.add($0) }
    var start = 0
    while fault == nil, start < bytes.count {
      let written = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if written < 0, errno == EINTR { continue }
      if written <= 0 { fault = written < 0 ? errno : ENOSPC }
      start += written
    }
  }

  /// Gives the file its name.
  ///
  /// - Parameter expected: the field `Repr-Digest` of the response; nil if there is none.
  /// - Throws: `Failure` if it is not whole or cannot be written.
  func store(ifDigestIs expected: String?) throws(Failure) {
    if let fault { throw Self.failure(path, fault) }
    guard expected == "sha-256=:\(digest.base64):" else {
      throw Failure(
        .tryAgain, "The file arrived damaged and was not kept: its SHA-256 is not that of the hub.",
        advice: "Try again.")
    }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path, errno) }
    isKept = true
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(.configuration, "Cannot write \(printable(path)): \(String(cString: strerror(code))).")
  }
}
