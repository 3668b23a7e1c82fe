import Deadwax
import Foundation
import Imaging
import LabelDrawing
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(25))) struct QRReaderTests {
  private let text = "DW:I:0123456789ABCX"

  private func paper(_ text: String, module: Int = 4) throws -> LumaFrame {
    try BarcodeSymbol.encode(.qr, text).drawn(moduleSize: module, barHeight: 1)
  }

  private func texts(_ frame: LumaFrame, _ effort: BarcodeScanner.Effort = .camera) throws -> [String] {
    try BarcodeScanner.barcodes(in: frame, formats: BarcodeFormats([.qr]), effort: effort).map(\.text)
  }

  @Test func `one is read at every turn, in one frame of a camera`() throws {
    let paper = try paper(text)
    for degrees in stride(from: 0.0, to: 360, by: 7.5) {
      #expect(try texts(paper.turned(by: degrees, filledWith: 255)) == [text], "at \(degrees)")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 12, 19, 45])
  func `modules of every size are read`(module: Int) throws {
    #expect(try texts(paper(text, module: module), .picture(limit: .seconds(20))) == [text])
  }

  @Test func `light on dark, in a mirror, in shadow and out of focus are read`() throws {
    let paper = try paper(text)
    #expect(try texts(paper.toned(gain: 0.25, offset: 0).inverted) == [text])
    #expect(try texts(paper.mirrored) == [text])
    #expect(try texts(paper.toned(gain: 0.3, offset: 100)) == [text])
    #expect(try texts(paper.shaded) == [text])
    #expect(try texts(paper.boxBlurred(radius: 1.5)) == [text])
  }

  @Test func `one without a quiet zone is read`() throws {
    let whole = try paper(text)
    let cut = whole.cropped(to: PixelRectangle(x: 16, y: 16, width: whole.width - 32, height: whole.height - 32))
    #expect(try texts(try #require(cut), .picture(limit: .seconds(20))) == [text])
  }

  @Test func `two in one frame are both read, with their corners`() throws {
    var sheet = LumaFrame(width: 500, height: 300, filledWith: 230)
    sheet.draw(try paper(text), at: PixelPoint(x: 20, y: 40))
    sheet.draw(try paper("Zürich"), at: PixelPoint(x: 300, y: 110))
    let found = try BarcodeScanner(effort: .camera).scan(sheet).sorted { $0.text < $1.text }
    #expect(found.map(\.text) == [text, "Zürich"])
    for (barcode, place) in zip(found, [(36, 56), (316, 126)]) {
      let corners = [(0, 0), (84, 0), (84, 84), (0, 84)].map { ($0.0 + place.0, $0.1 + place.1) }
      for (corner, wanted) in zip(barcode.corners, corners) {
        #expect(abs(corner.x - wanted.0) <= 2 && abs(corner.y - wanted.1) <= 2, "\(barcode.corners)")
      }
      #expect(barcode.quality == 1)
    }
  }

  @Test func `corners go round from the upper left as printed`() throws {
    let turned = try paper(text).turned(by: 90, filledWith: 255)
    let corners = try #require(try BarcodeScanner(effort: .camera).scan(turned).first).corners
    // A quarter clockwise: the former upper left corner is the upper right one.
    #expect(corners[0].x > corners[3].x && corners[0].y < corners[1].y)
  }

  @Test func `our own codes are read when QR codes were not asked for, and others are not`() throws {
    let scanner = try BarcodeScanner(formats: BarcodeFormats([.ean13]), effort: .camera)
    let own = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF).description
    #expect(try scanner.scan(paper(own)).map(\.text) == [own])
    #expect(try scanner.scan(paper("DW:I:1")).isEmpty)
    #expect(try scanner.scan(paper("https://example.org/")).isEmpty)
  }

  @Test func `a smudge is read over, half a code is not`() throws {
    var frame = try paper("https://example.org/records/5099902988023", module: 4)
    frame.fill(PixelRectangle(x: 60, y: 60, width: 10, height: 10), with: 0)
    let smudged = try #require(try BarcodeScanner(effort: .camera).scan(frame).first)
    #expect(smudged.text == "https://example.org/records/5099902988023")
    #expect((0..<1).contains(try #require(smudged.quality)))
    frame.fill(PixelRectangle(x: 0, y: 60, width: 200, height: 30), with: 255)
    #expect(try texts(frame, .picture(limit: .seconds(1))).isEmpty)
  }

  @Test func `random texts at random turns are read as they are or not at all`() throws {
    var random = SeededRandom(seed: 41)
    var read = 0
    for _ in 0..<40 {
      let text = String(
        (0..<Int.random(in: 1...80, using: &random)).map { _ in
          "abcXYZ0123456789:/é日".randomElement(using: &random) ?? "x"
        })
      let frame = try paper(text, module: 3).turned(by: Double.random(in: 0...360, using: &random), filledWith: 220)
        .boxBlurred(radius: Double.random(in: 0...1.6, using: &random))
      let found = try texts(frame)
      #expect(found.isEmpty || found == [text])
      read += found.count
    }
    #expect(read > 30, "\(read) of 40")
  }

  @Test func `print, noise, stripes and chequers are no QR code`() throws {
    var random = SeededRandom(seed: 42)
    let scanner = try BarcodeScanner(formats: BarcodeFormats([.qr]), effort: .picture(limit: .milliseconds(300)))
    for size in [(1, 1), (3, 200), (200, 3), (20, 20), (160, 120)] {
      let noise = LumaFrame(width: size.0, height: size.1, pixels: random.bytes(size.0 * size.1))
      #expect(try scanner.scan(noise).isEmpty)
    }
    var rings = LumaFrame(width: 300, height: 200, filledWith: 240)
    for index in 0..<12 {
      let (x, y) = (20 + index % 4 * 70, 20 + index / 4 * 60)
      for (inset, value) in [(0, 0), (5, 255), (10, 0)] {
        rings.fill(
          PixelRectangle(x: x + inset, y: y + inset, width: 35 - 2 * inset, height: 35 - 2 * inset), with: UInt8(value))
      }
    }
    #expect(try scanner.scan(rings).isEmpty)
  }

  @Test func `a camera reads a small code within three frames`() throws {
    var frame = LumaFrame(width: 640, height: 480, filledWith: 200)
    frame.draw(try paper(text, module: 2), turnedBy: 20, centredAtX: 333.3, y: 222.7)
    frame = frame.boxBlurred(radius: 0.6)
    let scanner = try BarcodeScanner(effort: .camera)
    var frames = 0
    while frames < 3, try scanner.scan(frame).isEmpty { frames += 1 }
    #expect(frames < 3)
  }

  @Test func `thousands of frames with a QR code in view leave nothing in memory`() throws {
    let frame = try paper(text, module: 2)
    let scanner = try BarcodeScanner(formats: BarcodeFormats([.qr]), effort: .camera)
    func scan(_ count: Int) throws {
      for _ in 0..<count where try scanner.scan(frame).count != 1 { Issue.record("not read") }
    }
    try scan(500)
    let before = residentBytes()
    try scan(4000)
    // libzbar's scanner retains 248 bytes for each code, which would add up to a million.
    #expect(residentBytes() - before < 400_000)
  }

  private func residentBytes() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4096
  }
}

extension LumaFrame {
  fileprivate var inverted: LumaFrame { LumaFrame(width: width, height: height, pixels: pixels.map { 255 - $0 }) }

  fileprivate var mirrored: LumaFrame {
    var mirrored = self
    for y in 0..<height { for x in 0..<width { mirrored[x, y] = self[width - 1 - x, y] } }
    return mirrored
  }

  /// The frame with a quarter of the light on one side.
  fileprivate var shaded: LumaFrame {
    var shaded = self
    for y in 0..<height { for x in 0..<width { shaded[x, y] = UInt8(Int(self[x, y]) * (width + 3 * x) / (4 * width)) } }
    return shaded
  }
}
