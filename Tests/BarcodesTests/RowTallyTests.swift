import Deadwax
import Testing

@testable import Barcodes

/// Judgements about rows of pixels on which damage makes other characters whole.
@Suite(.timeLimit(.minutes(5)))
struct RowTallyTests {
  private static let digits = Array("4006381333931".utf8)

  /// The content of a cell on a row, as far as the judgement depends on it.
  private enum Content {
    case other(Int)
    case damaged
  }

  @Test func `the check excludes another character on a few rows where all other cells are whole`() throws {
    #expect(!(try Self.tally(of: 12) { row in row < 4 ? [4: .other(3)] : [:] }.showsAnother))
    #expect(try Self.tally(of: 12) { row in row < 6 ? [4: .other(3)] : [:] }.showsAnother)
  }

  @Test func `the check excludes nothing where another cell is damaged on the same rows`() throws {
    let tally = try Self.tally(of: 12) { row in row < 3 ? [9: .other(7), 6: .damaged] : [:] }
    #expect(tally.showsAnother)
    let apart = try Self.tally(of: 12) { row in row < 3 ? [9: .other(7)] : row > 8 ? [6: .damaged] : [:] }
    #expect(!apart.showsAnother)
  }

  @Test func `two rows with a damaged cell are too few`() throws {
    #expect(!(try Self.tally(of: 12) { row in row < 2 ? [9: .other(7), 6: .damaged] : [:] }.showsAnother))
  }

  @Test func `rows that leave the bars at one end of the code show no part of another`() throws {
    let tally = try Self.tally(of: 12) { row in row < 3 ? [9: .other(7), 10: .damaged, 11: .damaged] : [:] }
    #expect(!tally.showsAnother)
    let split = try Self.tally(of: 12) { row in row < 3 ? [11: .other(7), 6: .damaged] : [:] }
    #expect(split.showsAnother)
  }

  @Test func `damage that makes other characters in three cells may have made those that were read`() throws {
    let cells: [(rows: Range<Int>, cell: Int)] = [(0..<3, 1), (5..<8, 4), (10..<13, 9), (15..<18, 6)]
    for count in 1...4 {
      let tally = try Self.tally(of: 30) { row in
        let here = cells.prefix(count).filter { $0.rows.contains(row) }
        return Dictionary(uniqueKeysWithValues: here.map { ($0.cell, Content.other(0)) })
      }
      #expect(tally.showsAnother == (count > 2), "\(count) cells")
    }
  }

  /// Returns the judgement about rows whose cells are whole, except those that the closure returns.
  private static func tally(of count: Int, _ damage: (Int) -> [Int: Content]) throws -> RowTally {
    let pattern = try #require(BarPattern.retail(.ean13, digits))
    let rows = (0..<count).map { row in
      let damage = damage(row)
      var gains = [Float](repeating: -40, count: pattern.cells.count * Codewords.stride)
      let votes = pattern.cells.enumerated().map { cell, character in
        gains[cell * Codewords.stride + character.sign] = 0
        switch damage[cell] {
        case .other(let sign):
          gains[cell * Codewords.stride + sign] = 30
          return Verifier.Vote(nats: -30, isOwnWhole: false, isOtherWhole: true, other: sign)
        case .damaged: return Verifier.Vote(nats: 0, isOwnWhole: false, isOtherWhole: false, other: 0)
        case nil: return Verifier.Vote(nats: 40, isOwnWhole: true, isOtherWhole: false, other: 0)
        }
      }
      return PixelRow(
        v: Float(row), alignment: Alignment(from: 0, to: 190, length: 95), fit: 0.9, votes: votes, gains: gains)
    }
    return RowTally(pattern: pattern, rows: rows)
  }
}
