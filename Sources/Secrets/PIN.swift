/// The number that goes with a borrower's card: 4 to 12 digits. So few digits are guessed quickly by whoever has the
/// hash, so that it is a slow one.
///
/// Both calls take some 50 ms and 64 MiB for that time; they belong on a lane of their own.
package enum PIN {
  /// The Argon2id hash, with its salt and its cost, as one line of text that names no digit
  /// (`crypto_pwhash_str` with the limits `INTERACTIVE`).
  ///
  /// - Throws: `pinUnusable` for what are not 4 to 12 digits, `outOfMemory` where the memory for it is not there.
  package static func hash(_ pin: String) throws(SecretsError) -> String {
    guard isUsable(pin) else { throw .pinUnusable }
    guard let hash = Sodium.slowHash(Array(pin.utf8)) else { throw .outOfMemory }
    return hash
  }

  /// Whether it is the PIN of which this is the hash, in a time that does not tell how much of it was right
  /// (`crypto_pwhash_str_verify`). What is no PIN is wrong, and so is every PIN for what is no hash.
  package static func verify(_ pin: String, against hash: String) -> Bool {
    guard isUsable(pin) else { return false }
    return Sodium.isSlowHash(hash, of: Array(pin.utf8))
  }

  /// Whether a text could be a PIN: 4 to 12 ASCII digits.
  package static func isUsable(_ pin: String) -> Bool {
    (4...12).contains(pin.utf8.count) && pin.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
