import Deadwax
import Glibc
import TestSupport
import Testing

@testable import Barcodes

/// The search for guards and cells in a row of samples.
@Suite(.timeLimit(.minutes(5)))
struct WidthLatticeTests {
  /// Returns the ink of a row that shows a code with modules that become wider, between noise.
  private static func row(noise: Float, seed: UInt64) throws -> [Float] {
    let pattern = try #require(BarPattern.retail(.ean13, Array("4006381333931".utf8)))
    var random = SeededRandom(seed: seed)
    return (0..<536).map { sample in
      let part = (Float(sample) - 60) / 416
      let module = pattern.length * (part + 0.1 * part * (part - 1))
      let passed = pattern.edges.count { $0 <= module }
      return (passed % 2 == 0 ? -1 : 1) + Float.random(in: -noise...noise, using: &random)
    }
  }

  @Test(arguments: [0.1, 0.4, 0.7]) func `a limit does not change the parts that are found`(noise: Float) throws {
    let lattice = WidthLattice()
    for seed in 1...5 as ClosedRange<UInt64> {
      let row = try Self.row(noise: noise, seed: seed)
      var (knots, limited): ([Float], [Float]) = ([], [])
      let rough = try #require(lattice.search(row, most: 1000, knots: &knots))
      #expect(lattice.search(row, most: rough + 0.001, knots: &limited) == rough)
      #expect(knots == limited)
      #expect(abs((knots.first ?? 0) - 44) < 6 && abs((knots.last ?? 0) - 492) < 6, "\(knots)")
    }
  }

  @Test func `a row that differs more than the limit is not read`() throws {
    let lattice = WidthLattice()
    let row = try Self.row(noise: 0.7, seed: 9)
    var knots: [Float] = []
    let rough = try #require(lattice.search(row, most: 1000, knots: &knots))
    #expect(lattice.search(row, most: rough - 0.001, knots: &knots) == nil)
    #expect(lattice.search(row, most: 0, knots: &knots) == nil)
  }
}
