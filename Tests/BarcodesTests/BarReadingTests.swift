import Barcodes
import Deadwax
import Glibc
import Imaging
import LabelDrawing
import TestSupport
import Testing

/// Tests of bar codes as cameras see them.
@Suite(.timeLimit(.minutes(25))) struct BarReadingTests {
  @Test(arguments: Array(stride(from: 0.0, to: 360, by: 20)) + [1, 44, 46, 89, 91])
  func `a code is read at every angle in its first frame`(degrees: Double) throws {
    let scanner = try BarcodeScanner(effort: .camera)
    let frame = try Self.scene(.ean13, "5099902988023", module: 2, degrees: degrees)
    let found = try scanner.scan(frame)
    #expect(found.map(\.text) == ["5099902988023"])
    #expect(found.first?.isVerified == true && found.first?.frames == 1)
    #expect((found.first?.quality ?? 0) > 0.3)
  }

  @Test func `light bars on dark ground are read within some frames`() throws {
    let scanner = try BarcodeScanner(effort: .camera)
    var frame = try Self.scene(.ean13, "5099902988023", module: 3, degrees: 10)
    for index in frame.pixels.indices { frame.pixels[index] = 255 - frame.pixels[index] }
    var frames = 0
    var found: [Barcode] = []
    while found.isEmpty, frames < 9 {
      found = try scanner.scan(frame)
      frames += 1
    }
    #expect(found.map(\.text) == ["5099902988023"])
    #expect(found.first?.frames == frames)
    #expect(
      try BarcodeScanner.barcodes(in: frame, effort: .picture(limit: .seconds(30))).map(\.text) == ["5099902988023"])
  }

  @Test func `a still code that is hard to read is accepted within three frames`() throws {
    // A module is little more than a pixel, and the lens is out of focus by as much.
    for degrees in [0.0, 12, 35, 90] {
      let large = try Self.scene(.ean13, "4006381333931", module: 4, degrees: degrees)
      let frame = large.scaled(toWidth: large.width * 5 / 16, height: large.height * 5 / 16)
      let scanner = try BarcodeScanner(effort: .camera)
      var readAt: Int?
      for number in 1...3 where readAt == nil {
        let found = try scanner.scan(frame)
        #expect(found.allSatisfy { $0.text == "4006381333931" })
        if !found.isEmpty { readAt = number }
      }
      #expect(readAt != nil, "at \(degrees)")
    }
  }

  @Test func `two codes in one frame are both read, each at its own place`() throws {
    for (degrees, place) in [
      (0.0, PixelPoint(x: 480, y: 120)), (90, PixelPoint(x: 480, y: 330)), (30, PixelPoint(x: 450, y: 330)),
    ] {
      var frame = try Self.scene(.ean13, "5099902988023", module: 2, degrees: 0, x: 160, y: 120)
      let other = try BarcodeSymbol.encode(.upcA, "075678264214").drawn(moduleSize: 2, barHeight: 90)
      frame.draw(other, turnedBy: degrees, centredAtX: Double(place.x), y: Double(place.y))
      for effort in [BarcodeScanner.Effort.camera, .picture(limit: .seconds(5))] {
        let found = try BarcodeScanner.barcodes(in: frame.boxBlurred(radius: 0.5), effort: effort)
        #expect(Set(found.map(\.text)) == ["5099902988023", "075678264214"], "turned by \(degrees)")
        for barcode in found {
          let middle = (
            barcode.corners.map(\.x).reduce(0, +) / 4, barcode.corners.map(\.y).reduce(0, +) / 4
          )
          let wanted = barcode.symbology == .upcA ? (place.x, place.y) : (160, 120)
          #expect(abs(middle.0 - wanted.0) < 16 && abs(middle.1 - wanted.1) < 20, "\(barcode)")
        }
      }
    }
  }

  @Test func `a code that the frame cuts off is not read, and one that touches its edge is`() throws {
    let print = try BarcodeSymbol.encode(.ean13, "5099902988023").drawn(moduleSize: 3, barHeight: 90)
    // Its quiet zones are 11 and 7 modules wide.
    let touching = try #require(print.cropped(to: PixelRectangle(x: 33, y: 10, width: 285, height: 70)))
    #expect(try BarcodeScanner().scan(touching).map(\.text) == ["5099902988023"])
    let cut = try #require(print.cropped(to: PixelRectangle(x: 60, y: 0, width: 300, height: 92)))
    #expect(try BarcodeScanner(formats: .all).scan(cut).isEmpty)
  }

  @Test func `stripes over the whole frame are no code`() throws {
    var random = SeededRandom(seed: 51)
    let scanner = try BarcodeScanner(formats: .all)
    for _ in 1...12 {
      var frame = LumaFrame(width: 640, height: 480, filledWith: 220)
      var x = 0
      while x < 640 {
        let width = Int.random(in: 2...9, using: &random)
        frame.fill(PixelRectangle(x: x, y: 0, width: width, height: 480), with: 30)
        x += width + Int.random(in: 2...9, using: &random)
      }
      let turned = frame.turned(by: Double.random(in: -80...80, using: &random), filledWith: 128).boxBlurred(radius: 1)
      #expect(try scanner.scan(turned).isEmpty)
    }
  }

  @Test func `generated codes on generated scenes are read or not read, and never wrong`() throws {
    var random = SeededRandom(seed: 61)
    let scanner = try BarcodeScanner(formats: .all, effort: .camera)
    let noise = (0..<1024).map { _ in Int16.random(in: -8...8, using: &random) }
    var read = 0
    for number in 1...40 {
      let text = CheckedDigits.next(&random)
      var frame = try Self.scene(
        .ean13, text, module: 2, degrees: Double.random(in: 0..<360, using: &random),
        ink: UInt8.random(in: 10...90, using: &random), blur: Double.random(in: 0.3...1, using: &random))
      frame.addNoise(noise, seed: UInt64(number))
      var found: [Barcode] = []
      for _ in 1...3 where found.isEmpty { found = try scanner.scan(frame) }
      #expect(found.allSatisfy { text.hasSuffix($0.text) && $0.text.count >= 12 }, "\(text): \(found)")
      read += found.count
    }
    // Two pixels a module, 0.7 pixels out of focus, within three frames.
    #expect(read == 40, "\(read) of 40")
  }

  @Test func `frames of every size are scanned, from one pixel to sixteen million`() throws {
    let scanner = try BarcodeScanner(formats: .all, effort: .camera)
    for (width, height) in [
      (1, 1), (1, 300), (300, 1), (7, 5), (8, 8), (9, 17), (16_384, 4), (4, 16_384), (4096, 4096),
    ] {
      #expect(try scanner.scan(LumaFrame(width: width, height: height, filledWith: 200)).isEmpty)
    }
    // Bars five times as high as a module is wide are enough.
    let line = try BarcodeSymbol.encode(.ean13, "5099902988023").drawn(moduleSize: 3, barHeight: 16)
    #expect(try BarcodeScanner().scan(line).map(\.text) == ["5099902988023"])
  }

  @Test func `memory stays as it is over many frames`() throws {
    let scanner = try BarcodeScanner(formats: .all, effort: .camera)
    let frame = try Self.scene(.ean13, "5099902988023", module: 2, degrees: 15)
    let empty = LumaFrame(width: 640, height: 480, filledWith: 200)
    for _ in 1...20 { #expect(try scanner.scan(frame).count == 1) }
    let before = Self.residentKilobytes()
    for _ in 1...100 {
      _ = try scanner.scan(frame)
      _ = try scanner.scan(empty)
    }
    #expect(Self.residentKilobytes() - before < 2048)
  }

  /// Returns a print on a grey scene, a little out of focus.
  static func scene(
    _ kind: BarcodeSymbol.Kind, _ text: String, module: Int, degrees: Double, x: Double = 320, y: Double = 240,
    ink: UInt8 = 20, blur: Double = 0.6
  ) throws -> LumaFrame {
    var frame = LumaFrame(width: 640, height: 480, filledWith: 225)
    let print = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: module, barHeight: 45 * module)
    frame.draw(
      print.toned(gain: (225 - Double(ink)) / 255, offset: Double(ink)), turnedBy: degrees, centredAtX: x, y: y)
    return frame.boxBlurred(radius: blur)
  }

  private static func residentKilobytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    // The peak resident size, which only grows; the test measures its growth.
    return usage.ru_maxrss
  }
}

/// Random digits with a right check digit.
private enum CheckedDigits {
  static func next(_ random: inout SeededRandom) -> String {
    let body = (0..<12).map { _ in Int.random(in: 0...9, using: &random) }
    let sum = body.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return (body + [(10 - sum % 10) % 10]).map(String.init).joined()
  }
}
