internal import Foundation

/// A reproducible random number generator. It prints its seed, and `DEADWAX_SEED` in the environment replaces it.
///
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: any number; the same seed gives the same cases on every machine.
  ///   - fileID: the caller's file; printed.
  ///   - line: the caller's line; printed.
  package init(seed: UInt64, fileID: String = #fileID, line: Int = #line) {
    let given = ProcessInfo.processInfo.environment["DEADWAX_SEED"].flatMap { UInt64($0) }
    state = given ?? seed
    print("seed \(state) at \(fileID):\(line)")
  }

  /// Creates a generator for a case that must be the same on every run: `DEADWAX_SEED` does not replace the seed.
  package init(fixedSeed seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns the given number of random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
