internal import CSodium

/// The SHA-256 digest of data that arrives in parts (FIPS 180-4).
package struct SHA256Parts: Sendable {
  private var state = Sodium.beginSHA256()

  package init() {}

  /// Adds the next part.
  package mutating func add(_ part: UnsafeRawBufferPointer) { Sodium.add(part, to: &state) }

  /// The digest of all parts so far in lower-case hexadecimal, 64 characters.
  package var hexadecimal: String { Digest.hexadecimal(Sodium.end(state)) }

  /// The digest of all parts so far in base64 (RFC 4648, 4), 44 characters.
  package var base64: String { Sodium.paddedBase64(Sodium.end(state)) }
}
