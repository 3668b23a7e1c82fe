internal import Glibc

extension SecretFile {
  /// Stores a secret as the only line of a file that no one but its owner may open, in place of an earlier one.
  ///
  /// The secret is never in a file with other permissions, not even for a moment. A reader sees the old file or the new
  /// one, also after a loss of power.
  ///
  /// - Throws: `SecretsError.unwritable`, which never contains the secret.
  package static func write(_ secret: String, to path: String) throws(SecretsError) {
    let new = path + ".new"
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unwritable(path) }
    defer { close(file) }
    let bytes = Array((secret + "\n").utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, rename(new, path) == 0 else {
      let error = unwritable(path)
      unlink(new)
      throw error
    }
  }

  /// Removes the file of a secret. Without a file, it does nothing.
  ///
  /// - Throws: `SecretsError.unwritable`.
  package static func remove(_ path: String) throws(SecretsError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw unwritable(path) }
  }

  private static func unwritable(_ path: String) -> SecretsError {
    .unwritable(path: path, reason: String(cString: strerror(errno)))
  }
}
