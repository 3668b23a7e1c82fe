import Barcodes
import Deadwax
import Imaging
import Testing
import VirtualHardware

/// Whole shelves: printed labels on spines, photographed in two pictures that overlap.
@Suite(.timeLimit(.minutes(10)))
struct ShelfReadingTests {
  private func view(from: Double, to: Double, _ change: (inout ShelfView) -> Void) -> ShelfView {
    var view = ShelfView()
    (view.width, view.height, view.from, view.to) = (1500, 620, from, to)
    view.blur = 0.8
    change(&view)
    return view
  }

  private func codes(_ frame: LumaFrame, picture: Int) throws -> [PicturedCode] {
    let scanner = try BarcodeScanner(formats: .standard, effort: .shelf(limit: .seconds(120)))
    return try scanner.scan(frame).compactMap { barcode in
      PicturedCode(
        symbology: barcode.symbology, text: barcode.text, isVerified: barcode.isVerified, picture: picture,
        corners: barcode.corners.map { ($0.x, $0.y) })
    }
  }

  @Test func `all labels of a shelf are read, in their order`() throws {
    var random = SeededGenerator(seed: 26)
    let texts = (0..<24).map { _ in OwnCode(.copy, number: .random(in: 1 ... .max, using: &random)).description }
    let scene = try ShelfScene(texts, seed: 7)
    let half = scene.length / 2
    // The second picture is tilted the other way.
    let pictures = [
      view(from: half - 25, to: half - 25 + 175) { view in
        (view.lean, view.tilt, view.seed) = (-2, (-0.15, 0.1), 2)
      },
      view(from: -15, to: 160) { view in (view.lean, view.tilt, view.seed) = (2.5, (0.2, -0.1), 1) },
    ].map { $0.picture(of: scene) }
    let visible = Set(pictures.flatMap(\.whole))
    #expect(visible.count == 24)
    let found = try pictures.enumerated().map { try codes($1.frame, picture: $0) }
    let rows = CodeRow.arranged(found)
    #expect(rows.map { $0.codes.map(\.text) } == [texts])
    #expect(rows.allSatisfy { $0.doubtful.isEmpty })
  }

  @Test func `equal labels at two places are two codes`() throws {
    let texts = ["first record", "second record", "first record"]
    let scene = try ShelfScene(texts, seed: 3)
    let picture = view(from: -40, to: 80) { _ in }.picture(of: scene)
    #expect(try codes(picture.frame, picture: 0).map(\.text).sorted() == texts.sorted())
  }

  @Test func `a shelf without labels has no codes`() throws {
    let scene = try ShelfScene([], seed: 1)
    #expect(try codes(view(from: 0, to: 175) { _ in }.picture(of: scene).frame, picture: 0).isEmpty)
  }
}
