import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct QRTextTests {
  /// Returns the code words of numbers with the given bit counts, padded with zeros.
  private func words(_ parts: [(value: Int, bits: Int)]) -> [UInt8] {
    let bits = parts.flatMap { part in (0..<part.bits).reversed().map { part.value >> $0 & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | UInt8(start + $1 < bits.count ? bits[start + $1] : 0) }
    }
  }

  private func text(_ parts: [(value: Int, bits: Int)], version: Int = 1) throws -> QRText? {
    QRText(words(parts + [(0, 4)]), version: try #require(QRVersion(version)))
  }

  private func bytes(_ bytes: [UInt8]) -> [(value: Int, bits: Int)] {
    [(4, 4), (bytes.count, 8)] + bytes.map { (Int($0), 8) }
  }

  @Test func `digits, signs and bytes follow each other`() throws {
    let parts = [(1, 4), (4, 10), (123, 10), (4, 4), (2, 4), (3, 9), (45 * 10 + 11, 11), (44, 6)]
    let read = try #require(try text(parts + bytes(Array("ü".utf8))))
    #expect(read.text == "1234AB:ü" && !read.isGuessed)
    #expect(read.raw == Array("1234AB:ü".utf8))
  }

  @Test func `kanji are packed Shift-JIS`() throws {
    // ISO/IEC 18004, 7.4.6: 点 is 935F, packed D9F; 茗 is E4AA, packed 1AAA.
    let read = try #require(try text([(8, 4), (2, 8), (0xD9F, 13), (0x1AAA, 13)]))
    #expect(read.text == "点茗" && !read.isGuessed)
    #expect(read.raw == [0x93, 0x5F, 0xE4, 0xAA])
  }

  @Test func `kanji prove that the neighbouring bytes are Japanese`() throws {
    let read = try #require(try text([(8, 4), (1, 8), (0xD9F, 13)] + bytes([0xC3])))
    #expect(read.text == "点ﾃ" && read.isGuessed)
  }

  @Test(
    arguments: [
      (26, Array("日本".utf8), "日本"), (3, [0x5A, 0xFC], "Zü"), (20, [0x93, 0x5F], "点"), (22, [0xCF], "П"),
      (9, [0xD3], "Σ"), (28, [0xA4, 0xA4], "中"), (29, [0xD6, 0xD0], "中"), (25, [0x4E, 0x2D], "中"),
    ] as [(Int, [UInt8], String)])
  func `a declared character set is used`(designator: Int, given: [UInt8], wanted: String) throws {
    let read = try #require(try text([(7, 4), (designator, 8)] + bytes(given)))
    #expect(read.text == wanted && !read.isGuessed)
    #expect(read.raw == given)
  }

  @Test func `a wrongly declared or unknown set leaves a guess`() throws {
    let wrong = try #require(try text([(7, 4), (26, 8)] + bytes([0x5A, 0xFC])))
    #expect(wrong.text == "Zü" && wrong.isGuessed)
    let unknown = try #require(try text([(7, 4), (0b10_000011_11111111, 16)] + bytes(Array("ü".utf8))))
    #expect(unknown.text == "ü" && !unknown.isGuessed)
  }

  @Test func `a character that spans two segments of bytes is decoded once`() throws {
    let signs = Array("ü".utf8)
    let read = try #require(try text(bytes([signs[0]]) + bytes([signs[1]])))
    #expect(read.text == "ü")
    let marked = try #require(try text(bytes([0xEF, 0xBB, 0xBF] + Array("é".utf8))))
    #expect(marked.text == "é")
  }

  @Test func `GS1's separator is a control character, and two percent signs are one`() throws {
    // FNC1, then A%B%%C in the set of 45.
    let signs = [10, 38, 11, 38, 38, 12]
    let pairs = stride(from: 0, to: 6, by: 2).map { (value: signs[$0] * 45 + signs[$0 + 1], bits: 11) }
    #expect(try text([(5, 4), (2, 4), (6, 9)] + pairs)?.text == "A\u{1D}B%C")
    #expect(try text([(2, 4), (6, 9)] + pairs)?.text == "A%B%%C")
  }

  @Test func `only FNC1 in the first position makes the text one of GS1`() throws {
    let digits = [(1, 4), (1, 10), (7, 4)]
    #expect(try text([(5, 4)] + digits)?.isGS1 == true)
    #expect(try text(digits + [(5, 4)] + digits)?.isGS1 == false)
    #expect(try text([(9, 4), (37, 8)] + digits)?.isGS1 == false)
    #expect(try text(digits)?.isGS1 == false)
  }

  @Test func `Hanzi and codes spread over several are read`() throws {
    #expect(try text([(13, 4), (1, 4), (1, 8), ((0xD6 - 0xA6) * 0x60 + 0xD0 - 0xA1, 13)])?.text == "中")
    #expect(try text([(3, 4), (0x1234, 16)] + bytes([0x61]))?.text == "a")
  }

  @Test(
    arguments: [
      [(1, 4), (1, 10), (10, 4)], [(1, 4), (3, 10), (1000, 10)], [(2, 4), (2, 9), (2025, 11)],
      [(2, 4), (1, 9), (45, 6)],
      [(4, 4), (20, 8), (1, 8)], [(6, 4)], [(14, 4)], [(7, 4), (0xFF, 8)], [(8, 4), (2, 8), (0xD9F, 13)],
    ] as [[(Int, Int)]])
  func `contradictory data gives no text`(parts: [(Int, Int)]) throws {
    #expect(try text(parts.map { (value: $0.0, bits: $0.1) }) == nil)
  }

  @Test func `any code words end in a text or in none`() throws {
    var random = SeededRandom(seed: 31)
    for number in [1, 10, 27, 40] {
      let version = try #require(QRVersion(number))
      for length in 0..<400 { _ = QRText(random.bytes(length), version: version) }
    }
  }
}
