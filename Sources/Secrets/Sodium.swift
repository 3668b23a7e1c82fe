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
}
