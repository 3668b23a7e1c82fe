/// A secret with which a program or a person authenticates: 32 random bytes in URL-safe base64 after `dw_`.
///
/// It is displayed once, when it is created, and only its hash is stored. A token has 256 random bits, so a slow hash
/// would add nothing.
package enum Token {
  /// Creates a new token of 46 characters, which are valid in a header, a cookie and the fragment of a URL.
  package static func random() -> String { "dw_" + Sodium.base64(Sodium.random(32)) }

  /// Computes the BLAKE2b-256 hash of a token, or of any text presented as one: 32 bytes.
  package static func hash(of token: String) -> [UInt8] { Sodium.hash(Array(token.utf8), count: 32) }

  /// Returns true if both hashes are equal, in constant time.
  package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { Sodium.areEqual(left, right) }
}
