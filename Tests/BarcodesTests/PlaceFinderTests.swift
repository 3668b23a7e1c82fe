import Glibc
import Imaging
import LabelDrawing
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct PlaceFinderTests {
  @Test(arguments: Array(stride(from: 0.0, to: 180, by: 15)))
  func `a code is found at its position, with the direction of its bars`(degrees: Double) throws {
    let print = try BarcodeSymbol.encode(.ean13, "5099902988023").drawn(moduleSize: 3, barHeight: 120)
    var frame = LumaFrame(width: 640, height: 480, filledWith: 230)
    frame.draw(print, turnedBy: degrees, centredAtX: 300, y: 250)
    // No lens is sharper than half a pixel. A drawing is, and its staircase edges lean towards the closest axis.
    let place = try #require(Self.places(frame.boxBlurred(radius: 0.8)).first)
    #expect(abs(place.x - 300) < 16 && abs(place.y - 250) < 16)
    #expect(abs(place.length - 285) < 45 && abs(place.height - 120) < 35)
    var error = Double(atan2f(place.alongY, place.alongX)) * 180 / .pi - degrees
    error -= (error / 180).rounded() * 180
    #expect(abs(error) < 2, "\(place)")
  }

  @Test func `flat paper, noise and a QR code are no bars`() throws {
    var random = SeededRandom(seed: 41)
    #expect(Self.places(LumaFrame(width: 640, height: 480, filledWith: 90)).isEmpty)
    #expect(Self.places(LumaFrame(width: 640, height: 480, pixels: random.bytes(640 * 480))).isEmpty)
    let qr = try BarcodeSymbol.encode(.qr, "https://example.org/deadwax").drawn(moduleSize: 3, barHeight: 1)
    var frame = LumaFrame(width: 400, height: 300, filledWith: 255)
    frame.draw(qr.boxBlurred(radius: 0.7), at: PixelPoint(x: 100, y: 100))
    // Its finder patterns may look like short bars, never as long as the code.
    #expect(Self.places(frame).allSatisfy { $0.length < 100 })
  }

  @Test func `fine bars are turned to where they are sharpest`() throws {
    let print = try BarcodeSymbol.encode(.ean13, "5099902988023").drawn(moduleSize: 3, barHeight: 180)
    for degrees in [20.0, 25, 65] {
      // A third of the size: one pixel per module.
      var large = LumaFrame(width: 960, height: 960, filledWith: 230)
      large.draw(print, turnedBy: degrees, centredAtX: 480, y: 480)
      let frame = large.scaled(toWidth: 320, height: 320)
      let place = try #require(Self.places(frame).first)
      var finder = AngleFinder()
      let turned = finder.refined(place, in: frame)
      let before = abs(Double(atan2f(place.alongY, place.alongX)) * 180 / .pi - degrees)
      let after = abs(Double(atan2f(turned.alongY, turned.alongX)) * 180 / .pi - degrees)
      #expect(after < 0.8, "\(degrees): \(before) became \(after)")
    }
  }

  private static func places(_ frame: LumaFrame) -> [BarPlace] {
    var map = CellMap()
    map.measure(frame)
    return PlaceFinder().places(in: map, limit: 16)
  }
}

@Suite(.timeLimit(.minutes(5))) struct EdgeFinderTests {
  @Test(arguments: [EdgeFinder.Rule.middle, .steepest])
  func `edges are found between samples, light to dark first`(rule: EdgeFinder.Rule) {
    let wanted: [Float] = [10.3, 14.8, 19.25, 30.5]
    let line = (0..<44).map { sample -> Float in
      // The part of the sample's own width that is in a bar.
      let bars = stride(from: 0, to: 4, by: 2).reduce(Float(0)) { sum, bar in
        sum + max(0, min(Float(sample) + 0.5, wanted[bar + 1]) - max(Float(sample) - 0.5, wanted[bar]))
      }
      return 220 - 180 * bars
    }
    var finder = EdgeFinder()
    line.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { finder.find(base, count: buffer.count, rule: rule) }
    }
    #expect(finder.edges.count == 4)
    for (found, place) in zip(finder.edges, wanted) { #expect(abs(found - place) < 0.55) }
  }

  @Test func `a line without contrast has no edges, and bumps on a bar are not edges`() {
    var finder = EdgeFinder()
    for line in [[Float](repeating: 100, count: 50), (0..<50).map { 100 + Float($0 % 2) * 2 }] {
      line.withUnsafeBufferPointer { buffer in
        if let base = buffer.baseAddress { finder.find(base, count: buffer.count, rule: .middle) }
      }
      #expect(finder.edges.isEmpty)
    }
    let bumpy = (0..<60).map { sample -> Float in (20..<40).contains(sample) ? (sample == 30 ? 48 : 40) : 220 }
    bumpy.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { finder.find(base, count: buffer.count, rule: .middle) }
    }
    #expect(finder.edges.count == 2)
  }
}
