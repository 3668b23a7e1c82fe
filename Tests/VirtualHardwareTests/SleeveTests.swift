import Barcodes
import Deadwax
import Imaging
import LabelDrawing
import TestSupport
import Testing
import VirtualHardware

@Suite(.serialized, .timeLimit(.minutes(25))) struct SleeveTests {
  /// An object for the camera, with the content of its barcode.
  struct Thing: Sendable, CustomTestStringConvertible {
    let name: String
    let code: Code
    let draw: @Sendable (UInt64) throws -> LumaFrame

    var testDescription: String { name }
  }

  static let things: [Thing] = [
    sleeve("an EAN-13 on a CD", "5099902988023", .cd),
    sleeve("a UPC-A on an LP", "0075678264214", .vinyl),
    sleeve("an EAN-8 on a cassette", "96385074", .cassette),
    Thing(name: "a borrower's card in bars", code: .own(OwnCode(.borrower, number: 0x1234_5678_90AB_CDEF))) { _ in
      try BorrowerCard.drawn(shortName: "Ada L.", code: OwnCode(.borrower, number: 0x1234_5678_90AB_CDEF))
    },
    Thing(name: "a borrower's card in QR", code: .own(OwnCode(.borrower, number: 0xFEDC_BA09_8765_4321))) { _ in
      try BorrowerCard.drawn(shortName: "Ада Л.", code: OwnCode(.borrower, number: 0xFEDC_BA09_8765_4321), style: .qr)
    },
    Thing(name: "a slot's label", code: .own(OwnCode(.slot, number: 42))) { _ in
      try SlotLabel.drawn(place: "Shelf 1", slot: 3, code: OwnCode(.slot, number: 42))
    },
    Thing(name: "a command", code: .own(Command.checkout.code)) { _ in try CommandCard.drawn(.checkout) },
  ]

  @Test(arguments: things)
  func `codes held up by the virtual hardware are always read`(thing: Thing) async throws {
    let views = (1...6 as ClosedRange<UInt64>).map { seed in
      var random = SeededGenerator(seed: seed)
      let turn = Double.random(in: 4...8, using: &random) * (seed.isMultiple(of: 2) ? 1 : -1)
      return View(turn: turn, blur: 0.6, seed: seed)
    }
    for (view, codes) in zip(views, try await codes(of: thing, views)) { #expect(codes == [thing.code], "\(view)") }
  }

  @Test(arguments: things)
  func `the read rate over turns and blurs holds`(thing: Thing) async throws {
    let turns = [-12.0, -5, 0, 5, 12, -90, 90]
    var report = "\(thing.name), reads of \(turns.count) turns:"
    for blur in [0, 0.6, 1.2] {
      let reads = try await codes(of: thing, turns.map { View(turn: $0, blur: blur, seed: 3) })
      let right = reads.count { $0 == [thing.code] }
      report += "  \(right) at a blur of \(blur) px"
      // Every code that is read is correct.
      #expect(reads.allSatisfy { $0.isEmpty || $0 == [thing.code] }, "blur \(blur)")
      // At 2 pixels per module, a spot with a radius of 1.2 pixels is wider than a bar and the adjacent space.
      if blur <= 0.6 { #expect(right == turns.count, "blur \(blur)") }
    }
    print(report)
  }

  @Test(arguments: things)
  func `a station with a fifth of its light gone is read too`(thing: Thing) async throws {
    let views = [View(turn: 5, blur: 0.6, light: 0.8, seed: 1), View(turn: -7, blur: 0.6, light: 0.8, seed: 2)]
    for (view, codes) in zip(views, try await codes(of: thing, views)) { #expect(codes == [thing.code], "\(view)") }
  }

  @Test func `the same seed gives the same picture, and another seed another`() throws {
    for thing in [Self.things[0], Self.things[3]] {
      let print = try thing.draw(7)
      #expect(try thing.draw(7) == print)
      let view = CameraView.hold(print, seed: 3)
      #expect(CameraView.hold(print, seed: 3) == view)
      #expect(CameraView.hold(print, seed: 4) != view)
    }
    #expect(try Self.things[0].draw(1) != Self.things[0].draw(2))
  }

  @Test func `an empty station shows no code`() throws {
    let scanner = try BarcodeScanner(formats: .all)
    for seed in 1...2 as ClosedRange<UInt64> {
      let view = CameraView.empty(light: Double(seed) / 2, seed: seed)
      #expect(view.width == 1280 && view.height == 720)
      #expect(try scanner.scan(view).isEmpty)
    }
  }

  @Test func `a sleeve takes any facts that records have`() throws {
    let long = String(repeating: "Ummagumma ", count: 300)
    for medium in Sleeve.Medium.allCases {
      for title in ["", long, "Агата Кристи – Опиум", "a\u{0}b\u{7}", "🎷"] {
        let sleeve = Sleeve(
          title: title, artist: title, catalogNumber: title, barcode: nil, medium: medium,
          tracks: Array(repeating: title, count: 120))
        let frame = try sleeve.drawn(seed: 1)
        #expect(frame.width >= 640)
      }
    }
  }

  private static func sleeve(_ name: String, _ key: String, _ medium: Sleeve.Medium) -> Thing {
    guard let gtin = GTIN(key: key) else { preconditionFailure("a GTIN with a wrong check digit in a test") }
    return Thing(name: name, code: .gtin(gtin)) { seed in
      try Sleeve(
        title: "A Love Supreme", artist: "John Coltrane", catalogNumber: "A-77", barcode: gtin, medium: medium,
        tracks: seed.isMultiple(of: 2) ? ["Acknowledgement", "Resolution", "Pursuance", "Psalm"] : []
      ).drawn(seed: seed)
    }
  }

  /// The position and lighting of an object.
  private struct View: Sendable {
    var turn: Double
    var blur: Double
    var light = 1.0
    var seed: UInt64
  }

  /// Returns the codes read from an object in each view. It runs on a lane, because it processes hundreds of millions
  /// of pixels and must not block other tests.
  private func codes(of thing: Thing, _ views: [View]) async throws -> [[Code]] {
    try await onLane("sleeves") {
      Result {
        let scanner = try BarcodeScanner()
        return try views.map { view in
          let print = try thing.draw(view.seed)
          let frame = CameraView.hold(
            print, turn: view.turn, blur: view.blur, light: view.light, seed: view.seed)
          return try scanner.scan(frame).map { Code.classify($0.text, symbology: $0.symbology) }
        }
      }
    }.get()
  }
}
