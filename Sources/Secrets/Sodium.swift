internal import CSodium

/// The calls of libsodium that this module uses. Each makes sure that the library is initialised.
enum Sodium {
  // A static property is initialised once, on the first thread that uses it.
  private static let isReady: Bool = sodium_init() >= 0

  private static func prepare() {
    precondition(isReady, "libsodium could not be initialised; it is needed for all secrets.")
  }

  /// Returns random bytes (`randombytes_buf`).
  static func random(_ count: Int) -> [UInt8] {
    prepare()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// Computes a BLAKE2b hash (RFC 7693, `crypto_generichash`).
  ///
  /// - Parameters:
  ///   - bytes: the data.
  ///   - key: a key of 16 to 64 bytes, or empty for none.
  ///   - count: the length of the hash, 16 to 64 bytes.
  /// - Returns: the hash.
  static func hash(_ bytes: [UInt8], key: [UInt8] = [], count: Int) -> [UInt8] {
    prepare()
    var hash = [UInt8](repeating: 0, count: count)
    let code = crypto_generichash(&hash, count, bytes, UInt64(bytes.count), key, key.count)
    precondition(code == 0, "crypto_generichash refused \(count) bytes with a key of \(key.count).")
    return hash
  }

  /// Computes a SHA-256 hash of 32 bytes (FIPS 180-4, `crypto_hash_sha256`).
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    prepare()
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }

  /// Begins a SHA-256 hash of data in parts (`crypto_hash_sha256_init`).
  static func beginSHA256() -> crypto_hash_sha256_state {
    prepare()
    var state = crypto_hash_sha256_state()
    crypto_hash_sha256_init(&state)
    return state
  }

  /// Continues a hash with the next part (`crypto_hash_sha256_update`).
  static func add(_ part: UnsafeRawBufferPointer, to state: inout crypto_hash_sha256_state) {
    guard let start = part.bindMemory(to: UInt8.self).baseAddress else { return }
    crypto_hash_sha256_update(&state, start, UInt64(part.count))
  }

  /// Ends a hash (`crypto_hash_sha256_final`).
  static func end(_ state: crypto_hash_sha256_state) -> [UInt8] {
    var (state, hash) = (state, [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES)))
    crypto_hash_sha256_final(&state, &hash)
    return hash
  }

  /// Returns true if both are equal, in constant time (`sodium_memcmp`).
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    prepare()
    return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  /// Encodes bytes in URL-safe base64 without padding (RFC 4648, 5; `sodium_bin2base64`).
  static func base64(_ bytes: [UInt8]) -> String {
    base64(bytes, variant: Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
  }

  /// Encodes bytes in base64 with padding (RFC 4648, 4; `sodium_bin2base64`).
  static func paddedBase64(_ bytes: [UInt8]) -> String {
    base64(bytes, variant: Int32(sodium_base64_VARIANT_ORIGINAL))
  }

  private static func base64(_ bytes: [UInt8], variant: Int32) -> String {
    prepare()
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Decodes the output of `base64`. Returns nil for any other text (`sodium_base642bin`).
  static func bytes(base64 text: String) -> [UInt8]? {
    prepare()
    let coded = text.utf8.map(CChar.init(bitPattern:))
    var bytes = [UInt8](repeating: 0, count: coded.count)
    var count = 0
    // Without a pointer for the end of the input, any invalid character is an error.
    let code = sodium_base642bin(
      &bytes, bytes.count, coded, coded.count, nil, &count, nil, Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
    return code == 0 ? Array(bytes[..<count]) : nil
  }

  /// Computes an HMAC-SHA-512-256 of 32 bytes with a key of 32 bytes (`crypto_auth`).
  static func signature(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    prepare()
    precondition(key.count == crypto_auth_keybytes(), "The key of a signature must have 32 bytes, not \(key.count).")
    var signature = [UInt8](repeating: 0, count: crypto_auth_bytes())
    let code = crypto_auth(&signature, bytes, UInt64(bytes.count), key)
    precondition(code == 0, "crypto_auth has no reason to fail.")
    return signature
  }

  /// Verifies a signature in constant time (`crypto_auth_verify`).
  static func isSignature(_ signature: [UInt8], of bytes: [UInt8], key: [UInt8]) -> Bool {
    prepare()
    precondition(key.count == crypto_auth_keybytes(), "The key of a signature must have 32 bytes, not \(key.count).")
    guard signature.count == crypto_auth_bytes() else { return false }
    return crypto_auth_verify(signature, bytes, UInt64(bytes.count), key) == 0
  }

  /// Encrypts with XSalsa20 and Poly1305, and prepends the random nonce (`crypto_secretbox_easy`).
  static func sealed(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    prepare()
    precondition(key.count == crypto_secretbox_keybytes(), "The key of a box must have 32 bytes, not \(key.count).")
    let nonce = random(crypto_secretbox_noncebytes())
    var box = [UInt8](repeating: 0, count: bytes.count + crypto_secretbox_macbytes())
    let code = crypto_secretbox_easy(&box, bytes, UInt64(bytes.count), nonce, key)
    precondition(code == 0, "crypto_secretbox_easy has no reason to fail.")
    return nonce + box
  }

  /// Decrypts the output of `sealed`. Returns nil if the key is wrong or the data was changed
  /// (`crypto_secretbox_open_easy`).
  static func opened(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
    prepare()
    precondition(key.count == crypto_secretbox_keybytes(), "The key of a box must have 32 bytes, not \(key.count).")
    let (nonceBytes, macBytes) = (crypto_secretbox_noncebytes(), crypto_secretbox_macbytes())
    guard sealed.count >= nonceBytes + macBytes else { return nil }
    let box = Array(sealed[nonceBytes...])
    var bytes = [UInt8](repeating: 0, count: box.count - macBytes)
    guard crypto_secretbox_open_easy(&bytes, box, UInt64(box.count), Array(sealed[..<nonceBytes]), key) == 0 else {
      return nil
    }
    return bytes
  }

  /// Computes an Argon2id hash with a random salt (`crypto_pwhash_str`). Returns nil if there is not enough memory.
  static func slowHash(_ bytes: [UInt8]) -> String? {
    prepare()
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let code = crypto_pwhash_str(
      &text, bytes.map(CChar.init(bitPattern:)), UInt64(bytes.count), UInt64(crypto_pwhash_opslimit_interactive()),
      crypto_pwhash_memlimit_interactive())
    guard code == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns true if the bytes have this hash (`crypto_pwhash_str_verify`). Returns false for a text that is not from
  /// `slowHash`.
  static func isSlowHash(_ hash: String, of bytes: [UInt8]) -> Bool {
    prepare()
    // The library always reads this many bytes.
    var text = hash.utf8.map(CChar.init(bitPattern:))
    guard text.count < crypto_pwhash_strbytes(), hash.hasPrefix("$argon2id$") else { return false }
    text += [CChar](repeating: 0, count: crypto_pwhash_strbytes() - text.count)
    return crypto_pwhash_str_verify(text, bytes.map(CChar.init(bitPattern:)), UInt64(bytes.count)) == 0
  }
}
