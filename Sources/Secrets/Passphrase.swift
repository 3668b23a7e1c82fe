/// The passphrase of an account: 10 to 200 characters, stored as an Argon2id hash.
///
/// `hash` and `verify` take about 50 ms and use 64 MiB during that time. Call them on a separate lane.
package enum Passphrase {
  /// The numbers of characters that a passphrase can have, counted as Unicode code points.
  package static let lengths = 10...200

  /// Computes the hash of a passphrase, with its salt and cost, as one line of text (`crypto_pwhash_str` with the limits
  /// `INTERACTIVE`).
  ///
  /// - Throws: `passphraseUnusable` if the text has fewer than 10 or more than 200 characters, `outOfMemory` if there is
  ///   not enough memory.
  package static func hash(_ passphrase: String) throws(SecretsError) -> String {
    guard isUsable(passphrase) else { throw .passphraseUnusable }
    guard let hash = Sodium.slowHash(Array(passphrase.utf8)) else { throw .outOfMemory }
    return hash
  }

  /// Returns true if a passphrase matches a hash, in constant time (`crypto_pwhash_str_verify`).
  package static func verify(_ passphrase: String, against hash: String) -> Bool {
    guard isUsable(passphrase) else { return false }
    return Sodium.isSlowHash(hash, of: Array(passphrase.utf8))
  }

  /// A hash that matches no known passphrase. A check against it takes as long as one of an account.
  package static let unknown = Sodium.slowHash(Sodium.random(32)) ?? ""

  /// Returns true if a text may be a passphrase.
  package static func isUsable(_ passphrase: String) -> Bool {
    lengths.contains(passphrase.unicodeScalars.count)
  }
}
