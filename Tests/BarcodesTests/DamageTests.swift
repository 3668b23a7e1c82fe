import Barcodes
import Deadwax
import Imaging
import LabelDrawing
import Testing
import VirtualHardware

/// Codes that are scratched, drawn over, washed out, torn or hidden: read or not read, and never wrong.
@Suite(.timeLimit(.minutes(20))) struct DamageTests {
  /// Numbers of pictures of the series that a decoder which believes single lines reads wrong: strokes along the bars,
  /// scratches, washed-out digits, digits drawn over, parts of an ITF beside a tear or a reflection.
  private static let misleading = [
    209, 691, 719, 861, 1113, 1192, 1389, 1524, 1549, 1579, 1677, 2052, 2129, 2368, 2458, 2473, 2503, 2538, 2558,
    2568, 2588, 2618, 2628, 2658, 2718, 2728, 2828, 2868, 2888, 2908, 2928, 2958, 2968,
  ]

  @Test(arguments: misleading) func `damage that looks like two other digits is not believed`(number: Int) throws {
    let series = try DamageSeries(seed: 1)
    try expectNothingWrong(series, number, [.picture(limit: .seconds(5)), .camera])
  }

  /// Seeds and numbers of pictures in which digits are drawn over on nearly all of the height, so that the check digit
  /// fits. Rows of pixels above or below the drawing show the code's own.
  private static let drawnOver: [(UInt64, Int)] = [
    (1, 2518), (1, 3049), (1, 8318), (1, 10_748), (1, 15_148), (1, 19_858), (2, 178), (2, 998), (2, 1507), (2, 2698),
    (2, 7078), (2, 9168), (2, 10_408), (2, 11_458),
  ]

  @Test(arguments: drawnOver) func `digits drawn over nearly the whole height are not believed`(
    seed: UInt64, number: Int
  ) throws {
    try expectNothingWrong(DamageSeries(seed: seed), number, [.picture(limit: .seconds(5)), .camera])
  }

  /// The same for pictures in which a cell shows another character on as many rows as its own: scratches along the bars,
  /// and digits drawn over half of the height.
  private static let contested: [(UInt64, Int)] = [(1, 16_923), (1, 16_959), (1, 17_338), (2, 6553)]

  @Test(arguments: contested) func `a cell that shows two characters is not decided by the check`(
    seed: UInt64, number: Int
  ) throws {
    try expectNothingWrong(DamageSeries(seed: seed), number, [.picture(limit: .seconds(5)), .camera])
  }

  /// The same for pictures whose own characters are visible beside other damage only, so that no row shows the code
  /// whole: at the end of the bars beside a reflection, above a patch, and between and beside scratches along the bars.
  private static let partly: [(UInt64, Int)] = [(1, 3599), (2, 14_173), (2, 15_079), (9, 463)]

  @Test(arguments: partly) func `a part of another code that the check does not exclude refuses a reading`(
    seed: UInt64, number: Int
  ) throws {
    try expectNothingWrong(DamageSeries(seed: seed), number, [.picture(limit: .seconds(5)), .camera])
  }

  /// The same for pictures whose changed characters have no evidence of their own: a reflection thins the bars of three
  /// cells where the paper is clipped white, and two characters are drawn over except near the ends of the bars.
  private static let withoutEvidence: [(UInt64, Int)] = [(2611, 2501), (2611, 3378)]

  @Test(arguments: withoutEvidence) func `characters under a reflection or a drawing are not believed`(
    seed: UInt64, number: Int
  ) throws {
    try expectNothingWrong(DamageSeries(seed: seed), number, [.picture(limit: .seconds(20)), .camera])
  }

  @Test(arguments: 0..<6) func `pictures with every kind of damage are read or not read, and never wrong`(part: Int)
    throws
  {
    let series = try DamageSeries(seed: 7)
    for number in part * 60..<(part + 1) * 60 { try expectNothingWrong(series, number, [.camera]) }
  }

  @Test func `undamaged pictures of the series are read`() throws {
    let series = try DamageSeries(seed: 7)
    let scanner = try BarcodeScanner(formats: .withoutDataMatrix)
    var read = 0
    let whole = (0..<300).filter { series.recipe($0).damage == .none }
    for number in whole {
      let found = try scanner.scan(series.picture(number).frame)
      if found.contains(where: { same($0.text, series.recipe(number).frame.text) }) { read += 1 }
    }
    #expect(read * 10 > whole.count * 7, "\(read) of \(whole.count)")
  }

  @Test func `no two digits that keep the check digit are believed where they cover a part of the bars`() throws {
    let text = "4006381333931"
    let rivals = CheckedRivals.of(text, .ean13)
    #expect(rivals.count > 600)
    let own = try BarcodeSymbol.encode(.ean13, text).drawn(moduleSize: 2, barHeight: 60)
    let scanner = try BarcodeScanner(effort: .camera)
    for (index, rival) in rivals.enumerated() {
      let other = try BarcodeSymbol.encode(.ean13, rival).drawn(moduleSize: 2, barHeight: 60)
      var frame = own
      // From a fifth of the height to four fifths, from above or from below.
      let rows = 2 + 12 * (1 + index % 4)
      let first = index % 2 == 0 ? 0 : own.height - rows
      for y in first..<first + rows {
        for x in 0..<own.width { frame[x, y] = other[x, y] }
      }
      var scene = LumaFrame(width: frame.width + 60, height: frame.height + 40, filledWith: 235)
      scene.draw(frame, turnedBy: 0, centredAtX: Double(scene.width) / 2 + 0.3, y: Double(scene.height) / 2 + 0.4)
      let found = try scanner.scan(scene.boxBlurred(radius: 0.5))
      #expect(found.allSatisfy { $0.text == text }, "\(rival) on \(rows) rows: \(found)")
    }
  }

  @Test func `a part of an ITF is not taken for the whole, unless its length was asked for`() throws {
    let text = "84860084421589"
    let drawn = try BarcodeSymbol.encode(.itf, text).drawn(moduleSize: 3, barHeight: 60)
    for hidden in stride(from: 40, to: drawn.width - 60, by: 9) {
      for isLeft in [false, true] {
        var frame = LumaFrame(width: drawn.width + 80, height: drawn.height + 60, filledWith: 200)
        frame.draw(drawn.toned(gain: 0.7, offset: 30), at: PixelPoint(x: 40, y: 30))
        frame.fill(
          PixelRectangle(x: isLeft ? 0 : 40 + hidden, y: 0, width: isLeft ? hidden : 400, height: frame.height),
          with: 255)
        let found = try BarcodeScanner(formats: BarcodeFormats([.itf])).scan(frame.boxBlurred(radius: 0.5))
        #expect(found.allSatisfy { $0.text == text }, "\(hidden) pixels: \(found)")
      }
    }
    let whole = try BarcodeScanner(formats: BarcodeFormats([.itf])).scan(drawn)
    #expect(whole.map(\.text) == [text])
  }

  private func expectNothingWrong(
    _ series: DamageSeries, _ number: Int, _ efforts: [BarcodeScanner.Effort]
  ) throws {
    let recipe = series.recipe(number)
    let picture = try series.picture(number)
    for effort in efforts {
      let found = try BarcodeScanner.barcodes(in: picture.frame, formats: .withoutDataMatrix, effort: effort)
      for barcode in found {
        #expect(
          ([recipe.frame.text] + picture.others).contains { same($0, barcode.text) },
          "number \(number), \(recipe.damage), shows \(recipe.frame.text), read \(barcode)")
      }
    }
  }

  /// Returns true if two spellings are one code: a UPC-A is an EAN-13 with a leading zero.
  private func same(_ one: String, _ other: String) -> Bool {
    one == other || "0" + one == other || one == "0" + other
  }
}
