/// What a program or a person shows to be let in: 32 random bytes in base64 for URLs, behind `dw_`.
///
/// It is shown once, when it is made; only its hash is kept. A token has 256 random bits, so a slow hash adds nothing.
package enum Token {
  /// A new token, 46 characters that may stand in a header, a cookie or the fragment of a URL.
  package static func random() -> String { "dw_" + Sodium.base64(Sodium.random(32)) }

  /// The BLAKE2b-256 hash of a token, or of whatever was shown as one: 32 bytes.
  package static func hash(of token: String) -> [UInt8] { Sodium.hash(Array(token.utf8), count: 32) }

  /// Whether both are the same, in a time that does not tell where they differ.
  package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { Sodium.areEqual(left, right) }
}
