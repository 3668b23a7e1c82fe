import Deadwax
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5)))
struct CodeRankingTests {
  @Test func `the first code is the cheapest with a right check digit`() {
    var random = SeededRandom(seed: 81)
    for _ in 1...200 {
      let costs = Self.costs(&random)
      var codewords = Codewords()
      codewords.costs = costs
      let ranking = CodeRanking(costs)
      let cheapest = codewords.cheapest()
      #expect(ranking.first.bytes == cheapest)
      #expect(abs(ranking.first.cost - Self.cost(of: ranking.first.bytes, costs)) < 0.001)
    }
  }

  @Test func `no change of one or two digits is cheaper than the second code`() {
    var random = SeededRandom(seed: 82)
    for _ in 1...10 {
      let costs = Self.costs(&random)
      let ranking = CodeRanking(costs)
      let (first, second) = (ranking.first.bytes, ranking.second.bytes)
      #expect(first != second)
      #expect(GTIN(key: String(decoding: second, as: UTF8.self)) != nil)
      #expect(abs(ranking.second.cost - Self.cost(of: second, costs)) < 0.001)
      for one in 0..<13 {
        for other in one + 1..<max(one + 1, 13) {
          for digits in 0..<100 {
            var changed = first
            changed[one] = UInt8(48 + digits / 10)
            changed[other] = UInt8(48 + digits % 10)
            guard changed != first, GTIN(key: String(decoding: changed, as: UTF8.self)) != nil else { continue }
            #expect(Self.cost(of: changed, costs) >= ranking.second.cost - 0.001)
          }
        }
      }
    }
  }

  private static func costs(_ random: inout SeededRandom) -> [Float] {
    (0..<12 * Codewords.stride).map { _ in Float.random(in: 0...10, using: &random) }
  }

  private static func cost(of digits: [UInt8], _ costs: [Float]) -> Float {
    guard let pattern = BarPattern.retail(.ean13, digits) else { return .infinity }
    return pattern.cells.enumerated().reduce(0) { $0 + costs[$1.offset * Codewords.stride + $1.element.sign] }
  }
}
