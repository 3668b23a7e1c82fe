/// A 128-bit digest of longer data, such as a client's idempotency key.
package enum Digest {
  /// The default key, which separates the digests of this program from others. It is not secret.
  package static let ownKey = Array("deadwax digest, first version".utf8)

  /// Computes a keyed BLAKE2b hash of 128 bits. The same bytes and key give the same digest on every machine.
  ///
  /// - Parameters:
  ///   - bytes: the data.
  ///   - key: a key of 16 to 64 bytes. With a secret key, no one else can predict the digests.
  /// - Returns: the first and the last 64 bits.
  package static func of(_ bytes: [UInt8], key: [UInt8] = ownKey) -> (UInt64, UInt64) {
    precondition((16...64).contains(key.count), "The key of a digest must have 16 to 64 bytes, not \(key.count).")
    let hash = Sodium.hash(bytes, key: key, count: 16)
    func word(_ at: Int) -> UInt64 { hash[at..<at + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(0), word(8))
  }

  /// Computes the SHA-256 digest of data (FIPS 180-4), as it can be the name of a file.
  ///
  /// - Parameter bytes: the data.
  /// - Returns: the digest in lower-case hexadecimal, 64 characters.
  package static func hexadecimalSHA256(of bytes: [UInt8]) -> String {
    hexadecimal(Sodium.sha256(bytes))
  }

  /// Returns bytes in lower-case hexadecimal.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Computes the SHA-256 digest of data (FIPS 180-4).
  ///
  /// - Parameter bytes: the data.
  /// - Returns: the digest in base64 (RFC 4648, 4), 44 characters.
  package static func sha256(of bytes: [UInt8]) -> String { Sodium.paddedBase64(Sodium.sha256(bytes)) }
}
