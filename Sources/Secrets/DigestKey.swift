/// Makes short names for long things, which nobody without the key can foresee or make collide.
package struct DigestKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// 32 bytes; the same key gives the same digests.
  package let bytes: [UInt8]

  private static let count = 32

  /// A new random key.
  package init() { bytes = Sodium.random(Self.count) }

  /// A key that was kept; nil where it has not 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// The digest of bytes: keyed BLAKE2b of 128 bits.
  package func digest(of bytes: [UInt8]) -> Digest128 {
    let hash = Sodium.hash(bytes, key: self.bytes, count: 16)
    func word(_ at: Int) -> UInt64 { hash[at..<at + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    return Digest128(high: word(0), low: word(8))
  }

  /// The digest of a text in UTF-8.
  package func digest(of text: String) -> Digest128 { digest(of: Array(text.utf8)) }

  /// Never the key itself.
  package var description: String { "…" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// 128 bits that stand for something longer, as a client's idempotency key.
package struct Digest128: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
