/// The error correction of QR codes: a Reed–Solomon code over GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1. The
/// roots of the generator are α⁰, α¹, … (ISO/IEC 18004, 7.5.2).
enum ReedSolomon {
  /// α to the power of the index, over two periods, so that a sum of two logarithms needs no remainder.
  private static let powers: [UInt8] = {
    var powers: [UInt8] = []
    var value = 1
    for _ in 0..<512 {
      powers.append(UInt8(value))
      value <<= 1
      if value & 0x100 != 0 { value ^= 0x11D }
    }
    // The loop covers the 255 powers twice: 255 is their period.
    return powers
  }()

  private static let logarithms: [Int] = {
    var logarithms = Array(repeating: 0, count: 256)
    for exponent in 0..<255 { logarithms[Int(powers[exponent])] = exponent }
    return logarithms
  }()

  /// Corrects a block in place.
  ///
  /// - Parameters:
  ///   - block: the data code words, followed by the correction code words.
  ///   - checks: the number of correction code words.
  ///   - limit: the maximum number of wrong code words to correct; at most half of `checks`.
  /// - Returns: the number of wrong code words; nil if there are more than `limit`, with the block unchanged.
  static func correct(_ block: inout [UInt8], checks: Int, limit: Int) -> Int? {
    let syndromes = (0..<checks).map { root in
      block.reduce(UInt8(0)) { times($0, powers[root]) ^ $1 }
    }
    guard syndromes.contains(where: { $0 != 0 }) else { return 0 }
    guard let locator = locator(syndromes), locator.count - 1 <= limit else { return nil }
    let length = block.count
    var places: [Int] = []
    for power in 0..<length where evaluate(locator, at: (255 - power) % 255) == 0 { places.append(power) }
    guard places.count == locator.count - 1 else { return nil }
    // Forney: the error at X is X·Ω(X⁻¹) / Λ'(X⁻¹), where Ω = S·Λ truncated to the syndromes.
    var evaluator = Array(repeating: UInt8(0), count: checks)
    for index in 0..<checks {
      for step in 0...min(index, locator.count - 1) {
        evaluator[index] ^= times(locator[step], syndromes[index - step])
      }
    }
    // In a field of characteristic 2 the derivative retains only the odd powers, each lowered by one.
    var derivative = Array(repeating: UInt8(0), count: max(1, locator.count - 1))
    for index in stride(from: 1, to: locator.count, by: 2) { derivative[index - 1] = locator[index] }
    var corrected = block
    for power in places {
      let inverse = (255 - power) % 255
      let divisor = evaluate(derivative, at: inverse)
      guard divisor != 0 else { return nil }
      let value = times(powers[power], evaluate(evaluator, at: inverse))
      corrected[length - 1 - power] ^= over(value, divisor)
    }
    // The solution must satisfy all of the equations, not only those from which it was found.
    for root in 0..<checks where corrected.reduce(UInt8(0), { times($0, powers[root]) ^ $1 }) != 0 { return nil }
    block = corrected
    return places.count
  }

  /// Returns the error locator polynomial, lowest power first (Berlekamp and Massey).
  private static func locator(_ syndromes: [UInt8]) -> [UInt8]? {
    var current: [UInt8] = [1]
    var previous: [UInt8] = [1]
    var errors = 0
    var shift = 1
    var scale: UInt8 = 1
    for index in syndromes.indices {
      var discrepancy = syndromes[index]
      for step in stride(from: 1, through: min(errors, current.count - 1), by: 1) {
        discrepancy ^= times(current[step], syndromes[index - step])
      }
      guard discrepancy != 0 else {
        shift += 1
        continue
      }
      let factor = over(discrepancy, scale)
      let before = current
      if current.count < previous.count + shift {
        current += Array(repeating: 0, count: previous.count + shift - current.count)
      }
      for step in previous.indices { current[step + shift] ^= times(factor, previous[step]) }
      if 2 * errors <= index {
        errors = index + 1 - errors
        previous = before
        scale = discrepancy
        shift = 1
      } else {
        shift += 1
      }
    }
    while current.last == 0 { current.removeLast() }
    return current.count - 1 == errors ? current : nil
  }

  /// Evaluates a polynomial, lowest power first, at a power of α.
  private static func evaluate(_ polynomial: [UInt8], at exponent: Int) -> UInt8 {
    polynomial.reversed().reduce(UInt8(0)) { times($0, powers[exponent]) ^ $1 }
  }

  private static func times(_ left: UInt8, _ right: UInt8) -> UInt8 {
    left == 0 || right == 0 ? 0 : powers[logarithms[Int(left)] + logarithms[Int(right)]]
  }

  private static func over(_ left: UInt8, _ right: UInt8) -> UInt8 {
    left == 0 ? 0 : powers[logarithms[Int(left)] + 255 - logarithms[Int(right)]]
  }
}
