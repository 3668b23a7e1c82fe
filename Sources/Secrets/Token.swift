/// What a program or a person shows to be let in. It is shown once, when it is made; only its hash is kept.
package struct Token: Sendable, CustomStringConvertible, CustomReflectable {
  /// `dw_` and 43 characters of base64 for URLs.
  package let text: String

  private static let prefix = "dw_"
  private static let length = 46

  /// A new token of 32 random bytes.
  package static func random() -> Token { Token(checked: prefix + Sodium.base64(Sodium.random(32))) }

  /// A token that somebody shows; nil for what cannot be one.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length, text.hasPrefix(Self.prefix),
      text.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy(Self.isBase64)
    else { return nil }
    self.text = text
  }

  private init(checked text: String) { self.text = text }

  /// What is kept of it.
  package var hash: TokenHash { TokenHash(digest: Sodium.hash(Array(text.utf8), count: TokenHash.count)) }

  /// Never the token itself, so that none gets into a log by an oversight.
  package var description: String { "dw_…" }

  package var customMirror: Mirror { Mirror(self, children: []) }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }
}

/// The BLAKE2b-256 hash of a token, as it is stored.
///
/// Equality takes the same time wherever two differ. A token has 256 random bits, so a slow hash would add nothing.
package struct TokenHash: Hashable, Sendable {
  /// 32 bytes.
  package let bytes: [UInt8]

  static let count = 32

  /// A stored hash; nil where it has not 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  init(digest: [UInt8]) { bytes = digest }

  package static func == (left: TokenHash, right: TokenHash) -> Bool { Sodium.areEqual(left.bytes, right.bytes) }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
