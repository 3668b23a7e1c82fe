/// The SHA-256 digest (FIPS 180-4). A content security policy names the inline scripts that it allows by it.
enum SHA256 {
  /// The first 32 bits of the fractional parts of the square roots of the first eight primes, and of the cube roots of
  /// the first 64.
  private static let start: [UInt32] = roots(8) { $0.squareRoot() }
  private static let rounds: [UInt32] = roots(64, cubeRoot)

  /// Returns the digest of a message.
  ///
  /// - Parameter message: the bytes.
  /// - Returns: 32 bytes.
  static func digest(_ message: some Sequence<UInt8>) -> [UInt8] {
    var bytes = Array(message)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    var state = start
    for block in stride(from: 0, to: bytes.count, by: 64) { add(bytes[block..<block + 64], to: &state) }
    return state.flatMap { word in
      stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// Returns the digest in base64 (RFC 4648).
  static func base64(_ message: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    // 32 bytes are ten groups of three and one of two.
    let bytes = digest(message) + [0]
    var text = ""
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
      for shift in stride(from: 18, through: 0, by: -6) { text.append(alphabet[group >> shift & 63]) }
    }
    return text.dropLast() + "="
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words: [UInt32] = []
    for place in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let one = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let two = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ one &+ words[index - 7] &+ two)
    }
    var s = state
    for index in 0..<64 {
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      let mixed = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let one = s[7] &+ mixed &+ choice &+ rounds[index] &+ words[index]
      let two = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) &+ majority
      s = [one &+ two, s[0], s[1], s[2], s[3] &+ one, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  private static func roots(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  /// Returns the cube root by Newton's method, to the last bit that 32 bits of the fraction need.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = value
    for _ in 0..<64 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}
