/// A text that only this program can create and that it verifies when it is returned: bytes in URL-safe base64, a full
/// stop, and their signature. The content is not encrypted.
package enum SignedText {
  /// The length of a key in bytes.
  package static let keyBytes = 32

  /// Creates a random key. Signatures stay valid as long as the key is stored.
  package static func newKey() -> [UInt8] { Sodium.random(keyBytes) }

  /// Returns the signed text for bytes. The key has 32 bytes and must be secret.
  package static func text(of bytes: [UInt8], key: [UInt8]) -> String {
    Sodium.base64(bytes) + "." + Sodium.base64(Sodium.signature(of: bytes, key: key))
  }

  /// Returns the content of a text, or nil if it was not signed with this key or was changed. The signature is compared
  /// in constant time.
  package static func bytes(of text: String, key: [UInt8]) -> [UInt8]? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == 2, let bytes = Sodium.bytes(base64: String(halves[0])),
      let signature = Sodium.bytes(base64: String(halves[1])),
      Sodium.isSignature(signature, of: bytes, key: key)
    else { return nil }
    return bytes
  }
}
