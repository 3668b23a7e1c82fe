/// A text that we hand out and take back, and that nobody else can make: some bytes in base64 for URLs, a full stop, and
/// their signature. What is in it can be read by everybody.
package enum SignedText {
  /// How long a key is, in bytes.
  package static let keyBytes = 32

  /// A key that nobody can guess. What was signed with it holds as long as it is kept.
  package static func newKey() -> [UInt8] { Sodium.random(keyBytes) }

  /// The text that says these bytes, signed with a key of 32 bytes that nobody else knows.
  package static func text(of bytes: [UInt8], key: [UInt8]) -> String {
    Sodium.base64(bytes) + "." + Sodium.base64(Sodium.signature(of: bytes, key: key))
  }

  /// What a text says, if it was made with this key and is as it was made. The time that this takes does not tell how
  /// much of the signature was right.
  package static func bytes(of text: String, key: [UInt8]) -> [UInt8]? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == 2, let bytes = Sodium.bytes(base64: String(halves[0])),
      let signature = Sodium.bytes(base64: String(halves[1])),
      Sodium.isSignature(signature, of: bytes, key: key)
    else { return nil }
    return bytes
  }
}
