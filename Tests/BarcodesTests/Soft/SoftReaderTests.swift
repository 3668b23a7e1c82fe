import Deadwax
import Glibc
import Imaging
import LabelDrawing
import TestSupport
import Testing

@testable import Barcodes

/// Codes on curved and crumpled goods, whose modules differ in width along the code.
@Suite(.timeLimit(.minutes(10))) struct SoftReaderTests {
  private static let text = "4006381333931"

  @Test(arguments: [0.9, 1.0, 1.1]) func `a code on the side of a bottle is read`(radius: Double) throws {
    let frame = try Self.onCylinder(Self.text, radius: radius)
    let found = try BarcodeScanner.barcodes(in: frame, effort: .picture(limit: .seconds(30)))
    #expect(found.map(\.text) == [Self.text])
    #expect(found.first?.isVerified == true)
  }

  @Test func `edges alone do not read that code, so that the rows without edges are tested`() throws {
    let frame = try Self.onCylinder(Self.text, radius: 1)
    #expect(try BarcodeScanner(effort: .camera).scan(frame).isEmpty)
  }

  @Test func `the corners of a bent code are around its bars, from the beginning of the text`() throws {
    let upright = try Self.onCylinder(Self.text, radius: 1)
    for (frame, isTurned) in [(upright, false), (upright.turned(by: 180, filledWith: 225), true)] {
      let found = try BarcodeScanner.barcodes(in: frame, effort: .picture(limit: .seconds(30)))
      let corners = try #require(found.first?.corners)
      #expect(corners.count == 4)
      #expect((corners[0].x > corners[1].x) == isTurned && (corners[3].x > corners[2].x) == isTurned)
      for corner in corners { #expect(corner.x > 40 && corner.x < frame.width - 40) }
    }
  }

  @Test func `a bent code with two digits covered by paper is not read`() throws {
    var frame = try Self.onCylinder(Self.text, radius: 1)
    // The third and the tenth cell, on the whole height.
    for x in [0.3, 0.72] {
      let left = Int(x * Double(frame.width)) - 12
      frame.fill(PixelRectangle(x: left, y: 0, width: 26, height: frame.height), with: 205)
    }
    for barcode in try BarcodeScanner.barcodes(in: frame, effort: .picture(limit: .seconds(30))) {
      #expect(barcode.text == Self.text)
    }
  }

  @Test func `bars of random widths on a bent surface are no code`() throws {
    var random = SeededRandom(seed: 71)
    for round in 1...20 {
      var print = LumaFrame(width: 420, height: 140, filledWith: 225)
      var x = 30
      while x < 380 {
        let width = Int.random(in: 2...9, using: &random)
        print.fill(PixelRectangle(x: x, y: 0, width: width, height: 140), with: 30)
        x += width + Int.random(in: 2...9, using: &random)
      }
      let found = try BarcodeScanner.barcodes(
        in: Self.bent(print, radius: 1).boxBlurred(radius: 1), effort: .picture(limit: .seconds(5)))
      #expect(found.isEmpty, "round \(round): \(found)")
    }
  }

  @Test func `the time limit of a picture ends the soft reader between two places, and it continues with the second`()
    throws
  {
    let codes = [Self.text, "5099902988023"]
    let parts = try codes.map { try Self.onCylinder($0, radius: 1) }
    var frame = LumaFrame(width: parts[0].width, height: 2 * parts[0].height, filledWith: 225)
    for (index, part) in parts.enumerated() { frame.draw(part, at: PixelPoint(x: 0, y: index * part.height)) }
    let hurried = try BarcodeScanner(formats: BarcodeFormats([.ean13]), effort: .picture(limit: .zero))
    var found = try hurried.scan(frame)
    #expect(found.isEmpty && !hurried.isComplete)
    var counts: [Int] = []
    while !hurried.isComplete, counts.count < 100 {
      found = hurried.resume(frame)
      counts.append(found.count)
    }
    #expect(counts.contains(1), "the first call reads one of them: \(counts)")
    #expect(Set(found.map(\.text)) == Set(codes))
  }

  /// Returns a code printed on a cylinder whose axis is parallel to the bars, seen from one side.
  private static func onCylinder(_ text: String, radius: Double) throws -> LumaFrame {
    let print = try BarcodeSymbol.encode(.ean13, text).drawn(moduleSize: 5, barHeight: 160)
    return bent(print.toned(gain: 0.8, offset: 20), radius: radius).boxBlurred(radius: 0.8)
  }

  /// Returns a print as it is seen on a cylinder. Angles run from −0.3 to 1.2 rad at a radius of 1.
  static func bent(_ print: LumaFrame, radius: Double) -> LumaFrame {
    let (first, last) = (-0.3 / radius, 1.2 / radius)
    let width = Int(Double(print.width) * 0.8)
    var frame = LumaFrame(width: width + 80, height: print.height + 80, filledWith: 225)
    for x in 0..<width {
      let sine = sin(first) + (sin(last) - sin(first)) * (Double(x) + 0.5) / Double(width)
      let part = (asin(sine) - first) / (last - first)
      let from = min(print.width - 1, max(0, Int(part * Double(print.width))))
      for y in 0..<print.height { frame[x + 40, y + 40] = print[from, y] }
    }
    return frame
  }
}
