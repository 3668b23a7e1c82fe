internal import CSodium

/// The few calls of libsodium that this module makes; each waits for the library to be ready.
enum Sodium {
  // Evaluated once, whichever thread comes first.
  private static let isReady: Bool = sodium_init() >= 0

  private static func prepare() {
    precondition(isReady, "libsodium could not be initialised; nothing secret can be made without it.")
  }

  /// Bytes that nobody can guess (`randombytes_buf`).
  static func random(_ count: Int) -> [UInt8] {
    prepare()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// BLAKE2b (RFC 7693, `crypto_generichash`).
  ///
  /// - Parameters:
  ///   - bytes: what is hashed.
  ///   - key: none, or 16 to 64 bytes.
  ///   - count: how long the hash is, 16 to 64 bytes.
  /// - Returns: the hash.
  static func hash(_ bytes: [UInt8], key: [UInt8] = [], count: Int) -> [UInt8] {
    prepare()
    var hash = [UInt8](repeating: 0, count: count)
    let code = crypto_generichash(&hash, count, bytes, UInt64(bytes.count), key, key.count)
    precondition(code == 0, "crypto_generichash refused \(count) bytes with a key of \(key.count).")
    return hash
  }

  /// Whether both are the same, in a time that does not tell where they differ (`sodium_memcmp`).
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    prepare()
    return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  /// Base64 for URLs, without padding (RFC 4648, 5; `sodium_bin2base64`).
  static func base64(_ bytes: [UInt8]) -> String {
    prepare()
    let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The bytes of `base64`; nil for what it does not write (`sodium_base642bin`).
  static func bytes(base64 text: String) -> [UInt8]? {
    prepare()
    let coded = text.utf8.map(CChar.init(bitPattern:))
    var bytes = [UInt8](repeating: 0, count: coded.count)
    var count = 0
    // Without a place for the end of what was read, whatever does not belong makes it fail.
    let code = sodium_base642bin(
      &bytes, bytes.count, coded, coded.count, nil, &count, nil, Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
    return code == 0 ? Array(bytes[..<count]) : nil
  }

  /// HMAC-SHA-512-256 with a key of 32 bytes (`crypto_auth`): 32 bytes.
  static func signature(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    prepare()
    precondition(key.count == crypto_auth_keybytes(), "The key of a signature has 32 bytes, not \(key.count).")
    var signature = [UInt8](repeating: 0, count: crypto_auth_bytes())
    let code = crypto_auth(&signature, bytes, UInt64(bytes.count), key)
    precondition(code == 0, "crypto_auth has no reason to fail.")
    return signature
  }

  /// In a time that does not tell where it is wrong (`crypto_auth_verify`).
  static func isSignature(_ signature: [UInt8], of bytes: [UInt8], key: [UInt8]) -> Bool {
    prepare()
    precondition(key.count == crypto_auth_keybytes(), "The key of a signature has 32 bytes, not \(key.count).")
    guard signature.count == crypto_auth_bytes() else { return false }
    return crypto_auth_verify(signature, bytes, UInt64(bytes.count), key) == 0
  }

  /// Argon2id with a new salt (`crypto_pwhash_str`); nil when there is not enough memory.
  static func slowHash(_ bytes: [UInt8]) -> String? {
    prepare()
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let code = crypto_pwhash_str(
      &text, bytes.map(CChar.init(bitPattern:)), UInt64(bytes.count), UInt64(crypto_pwhash_opslimit_interactive()),
      crypto_pwhash_memlimit_interactive())
    guard code == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the bytes have this hash (`crypto_pwhash_str_verify`). Not for what is no hash of `slowHash`.
  static func isSlowHash(_ hash: String, of bytes: [UInt8]) -> Bool {
    prepare()
    // The library reads up to so many bytes, whatever stands in them.
    var text = hash.utf8.map(CChar.init(bitPattern:))
    guard text.count < crypto_pwhash_strbytes(), hash.hasPrefix("$argon2id$") else { return false }
    text += [CChar](repeating: 0, count: crypto_pwhash_strbytes() - text.count)
    return crypto_pwhash_str_verify(text, bytes.map(CChar.init(bitPattern:)), UInt64(bytes.count)) == 0
  }
}
