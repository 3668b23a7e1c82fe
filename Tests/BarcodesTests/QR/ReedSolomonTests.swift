import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct ReedSolomonTests {
  /// Returns a damaged block of zeros, which is a word of every linear code.
  private func damaged(_ length: Int, _ errors: Int, _ random: inout SeededRandom) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: length)
    for place in (0..<length).shuffled(using: &random).prefix(errors) {
      block[place] = UInt8.random(in: 1...255, using: &random)
    }
    return block
  }

  @Test(arguments: [(26, 7), (26, 17), (44, 28), (153, 30), (255, 30)])
  func `wrong code words up to half of the checks are corrected`(length: Int, checks: Int) {
    var random = SeededRandom(seed: 11)
    for errors in 0...checks / 2 {
      for _ in 0..<10 {
        var block = damaged(length, errors, &random)
        #expect(ReedSolomon.correct(&block, checks: checks, limit: checks / 2) == errors)
        #expect(block.allSatisfy { $0 == 0 })
      }
    }
  }

  @Test func `more than the limit are refused, and the block is left as it was`() {
    var random = SeededRandom(seed: 12)
    for errors in 3...8 {
      for _ in 0..<50 {
        let before = damaged(26, errors, &random)
        var block = before
        if let found = ReedSolomon.correct(&block, checks: 7, limit: 2) {
          // A block with this number of errors may by chance be close to another word. That word is then found within
          // the limit.
          #expect(found <= 2 && block != before)
        } else {
          #expect(block == before)
        }
      }
    }
  }

  @Test func `three wrong are hardly ever taken for two`() {
    var random = SeededRandom(seed: 13)
    var taken = 0
    for _ in 0..<3000 {
      var block = damaged(26, 3, &random)
      if ReedSolomon.correct(&block, checks: 7, limit: 2) != nil { taken += 1 }
    }
    // Correcting two code words uses part of the redundancy of the seven checks; the rest lets one block in thousands
    // pass.
    #expect(taken < 15, "\(taken)")
  }
}
