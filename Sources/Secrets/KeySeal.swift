/// Encryption of a key for a single station. Both sides derive the secret from the station's token, which the hub
/// stores only as a different kind of hash.
package enum KeySeal {
  /// The length of a key in bytes.
  package static let keyBytes = 32

  /// Creates a random key.
  package static func newKey() -> [UInt8] { Sodium.random(keyBytes) }

  /// Derives the secret from a token. It reveals nothing about the token and differs from the token's hash in the
  /// database.
  package static func secret(of token: String) -> [UInt8] {
    Sodium.hash(Array(token.utf8), key: Array("deadwax station secret, first version".utf8), count: keyBytes)
  }

  /// Encrypts a key. The text is different each time.
  package static func seal(_ key: [UInt8], with secret: [UInt8]) -> String {
    Sodium.base64(Sodium.sealed(key, key: secret))
  }

  /// Decrypts a key. Returns nil if the secret is wrong or the text was changed.
  package static func open(_ text: String, with secret: [UInt8]) -> [UInt8]? {
    guard let sealed = Sodium.bytes(base64: text), let key = Sodium.opened(sealed, key: secret),
      key.count == keyBytes
    else { return nil }
    return key
  }
}
