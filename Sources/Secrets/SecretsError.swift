/// The reason a secret is refused.
package enum SecretsError: Error, Sendable, Equatable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// Users other than its owner may open the file.
  case open(path: String, mode: Int)
  /// The file belongs to another user, who could change it.
  case foreignOwner(path: String)
  case malformed(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// The PIN is not 4 to 12 digits.
  case pinUnusable
  /// The passphrase is too short or too long.
  case passphraseUnusable
  /// The 64 MiB that a slow hash needs are not available.
  case outOfMemory

  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "Cannot read the secret file \(path): \(reason)."
    case .open(let path, let mode):
      "Other users can read the secret file \(path) (mode 0\(String(mode, radix: 8))). Run: chmod 600 \(path)"
    case .foreignOwner(let path):
      "The secret file \(path) belongs to another user. It must belong to the user who runs this program, or to root."
    case .malformed(let path, let reason):
      "The secret file \(path) has no valid secret: \(reason)."
    case .unwritable(let path, let reason):
      "Cannot write the secret file \(path): \(reason)."
    case .pinUnusable:
      "A PIN must have 4 to 12 digits."
    case .passphraseUnusable:
      "A passphrase must have 10 to 200 characters."
    case .outOfMemory:
      "There is not enough memory to hash a secret; 64 MiB are needed for a moment."
    }
  }
}
