import Imaging
import LabelDrawing
import Testing

@Suite(.timeLimit(.minutes(5))) struct TextBlockTests {
  private let style = TextBlock.Style(size: 20)

  @Test(arguments: ["Blue Train", "Агата Кристи", "Μίκης Θεοδωράκης", "Björk – Debut", "Dvořák", "Ţărănească"])
  func `text of many languages is drawn with the font there is`(text: String) throws {
    let block = try TextBlock(text, style: style, width: 400)
    #expect(block.missingGlyphs == 0)
    #expect(block.mask.width == 400 && (20...32).contains(block.mask.height))
    #expect(block.mask.pixels.contains(255))
    // The area to the right of such a short text is empty.
    let right = try #require(block.mask.cropped(to: PixelRectangle(x: 330, y: 0, width: 70, height: 40)))
    #expect(right.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `a sign for which there is no font is counted`() throws {
    #expect(try TextBlock("a\u{10FFFD}b\u{F8FF0}", style: style, width: 200).missingGlyphs == 2)
  }

  @Test func `the same text gives the same pixels, and bold is darker`() throws {
    let plain = try TextBlock("Kind of Blue", style: style, width: 300)
    #expect(try TextBlock("Kind of Blue", style: style, width: 300) == plain)
    let bold = try TextBlock("Kind of Blue", style: TextBlock.Style(size: 20, isBold: true), width: 300)
    #expect(ink(bold.mask) > ink(plain.mask))
    let large = try TextBlock("Kind of Blue", style: TextBlock.Style(size: 40), width: 600)
    #expect(large.mask.height > plain.mask.height)
  }

  @Test(arguments: ["DW:I:3ZV7Q8K2M9T4RX", "DW:B:3ZV7Q8K2M9T4RX", "No.\u{A0}12345"])
  func `a code or a number is never parted at the end of a line`(unit: String) throws {
    let three = TextBlock.Style(size: 20, lines: 3)
    // The narrowest width at which the unit has a line of its own.
    let height = try TextBlock("X", style: style, width: 1000).mask.height
    let width = try #require(
      (20..<1000).first { try TextBlock(unit, style: three, width: $0).mask.height < 2 * height })
    let block = try TextBlock("A \(unit) B", style: three, width: width)
    #expect(block.mask.height > 2 * height, "it would take two lines if its parts could be on different lines")
  }

  @Test func `lines are broken, and what does not fit is left out`() throws {
    let words = String(repeating: "In a Silent Way ", count: 20)
    let one = try TextBlock(words, style: style, width: 200)
    let three = try TextBlock(words, style: TextBlock.Style(size: 20, lines: 3), width: 200)
    #expect(abs(three.mask.height - 3 * one.mask.height) <= 3)
    let right = try TextBlock("1", style: TextBlock.Style(size: 20, alignment: .right), width: 200)
    let half = try #require(right.mask.cropped(to: PixelRectangle(x: 0, y: 0, width: 100, height: 40)))
    #expect(ink(half) == 0 && ink(right.mask) > 0)
  }

  @Test(arguments: ["", " ", "\u{0}", "a\u{0}\nb\u{1B}[2J", "\u{202E}abc", String(repeating: "x", count: 200_000)])
  func `any text can be drawn`(text: String) throws {
    let block = try TextBlock(text, style: style, width: 100)
    #expect(block.mask.width == 100 && block.mask.height <= 60)
    for width in [-1, 0, 1, 100_000] {
      #expect(try TextBlock(String(text.prefix(50)), style: style, width: width).mask.width <= LumaFrame.sideLimit)
    }
  }

  @Test func `text is drawn at its position, and its height is returned`() throws {
    var frame = LumaFrame(width: 200, height: 100, filledWith: 255)
    let height = try frame.draw("Sketches", style: style, at: PixelPoint(x: 50, y: 40), width: 150)
    let drawn = try #require(frame.cropped(to: PixelRectangle(x: 50, y: 40, width: 150, height: height)))
    #expect(drawn.pixels.contains { $0 < 40 })
    frame.fill(PixelRectangle(x: 50, y: 40, width: 150, height: height), with: 255)
    #expect(frame == LumaFrame(width: 200, height: 100, filledWith: 255))
  }

  private func ink(_ mask: LumaFrame) -> Int { mask.pixels.reduce(0) { $0 + Int($1) } }
}
