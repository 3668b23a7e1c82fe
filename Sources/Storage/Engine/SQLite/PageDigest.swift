/// A 64-bit digest of a database page. It always detects a change within one word of eight bytes. It misses one in 2⁶⁴
/// of other changes. It guards against disk errors, not against people.
enum PageDigest {
  /// The digest of a page of which nothing is known.
  static let unknown: UInt64 = 0

  /// Computes the digest of a page.
  ///
  /// - Parameters:
  ///   - page: the page's bytes, a multiple of 32.
  ///   - number: the page's number, so that a page stored in the place of another is detected too.
  /// - Returns: the digest, never `unknown`.
  static func of(_ page: UnsafeRawBufferPointer, number: Int) -> UInt64 {
    var (a, b, c, d) = (UInt64(number), seed, seed &* 3, seed &* 5)
    var place = 0
    while place + 32 <= page.count {
      a = step(a, page.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      b = step(b, page.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
      c = step(c, page.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
      d = step(d, page.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self))
      place += 32
    }
    let digest = step(step(step(a, b), c), d)
    return digest == unknown ? seed : digest
  }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  // For a fixed word, each step is injective in the state; for a fixed state, it is injective in the word.
  @inline(__always)
  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ (mixed >> 29)
  }
}
