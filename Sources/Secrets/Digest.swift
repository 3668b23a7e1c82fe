/// 128 bits that stand for something longer, as for a client's idempotency key.
package enum Digest {
  /// Keeps the digests of this program apart from everybody else's; it is no secret.
  package static let ownKey = Array("deadwax digest, first version".utf8)

  /// Keyed BLAKE2b of 128 bits. The same bytes and the same key always give the same digest, on every machine.
  ///
  /// - Parameters:
  ///   - bytes: what the digest stands for.
  ///   - key: 16 to 64 bytes; a secret one makes digests that nobody else can foresee.
  /// - Returns: the first and the last 64 bits.
  package static func of(_ bytes: [UInt8], key: [UInt8] = ownKey) -> (UInt64, UInt64) {
    precondition((16...64).contains(key.count), "The key of a digest has 16 to 64 bytes, not \(key.count).")
    let hash = Sodium.hash(bytes, key: key, count: 16)
    func word(_ at: Int) -> UInt64 { hash[at..<at + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(0), word(8))
  }
}
