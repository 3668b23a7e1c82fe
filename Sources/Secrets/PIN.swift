/// The PIN of a borrower's card: 4 to 12 digits. So few digits could be guessed quickly from a fast hash, so a slow one
/// is used.
///
/// `hash` and `verify` take about 50 ms and use 64 MiB during that time. Call them on a separate lane.
package enum PIN {
  /// Computes the Argon2id hash of a PIN, with its salt and cost, as one line of text that reveals no digit
  /// (`crypto_pwhash_str` with the limits `INTERACTIVE`).
  ///
  /// - Throws: `pinUnusable` if the text is not 4 to 12 digits, `outOfMemory` if there is not enough memory.
  package static func hash(_ pin: String) throws(SecretsError) -> String {
    guard isUsable(pin) else { throw .pinUnusable }
    guard let hash = Sodium.slowHash(Array(pin.utf8)) else { throw .outOfMemory }
    return hash
  }

  /// Returns true if a PIN matches a hash, in constant time (`crypto_pwhash_str_verify`). Returns false for an invalid
  /// PIN or an invalid hash.
  package static func verify(_ pin: String, against hash: String) -> Bool {
    guard isUsable(pin) else { return false }
    return Sodium.isSlowHash(hash, of: Array(pin.utf8))
  }

  /// Returns true if a text has the form of a PIN: 4 to 12 ASCII digits.
  package static func isUsable(_ pin: String) -> Bool {
    (4...12).contains(pin.utf8.count) && pin.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
