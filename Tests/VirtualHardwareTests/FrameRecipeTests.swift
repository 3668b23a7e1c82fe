import Barcodes
import Deadwax
import Foundation
import Imaging
import LabelDrawing
import Testing
import VirtualHardware

@Suite(.timeLimit(.minutes(15))) struct FrameRecipeTests {
  @Test func `the same recipe gives the same pixels, another seed others`() throws {
    var recipe = FrameRecipe(.ean13, "5099902988023")
    let first = try recipe.drawn()
    #expect(try recipe.drawn() == first)
    recipe.seed = 2
    #expect(try recipe.drawn().frame != first.frame)
  }

  @Test(arguments: [0.9, 1.37, 2, 3.3])
  func `as much of the paper is dark as the symbol has dark modules`(module: Double) throws {
    var recipe = FrameRecipe(.ean13, "5099902988023")
    (recipe.module, recipe.blur, recipe.noise, recipe.angle) = (module, 0, 0, 17)
    (recipe.paper, recipe.ink) = (255, 255)
    let blank = try recipe.drawn().frame
    recipe.ink = 0
    let printed = try recipe.drawn().frame
    let symbol = try BarcodeSymbol.encode(.ean13, recipe.text)
    // The light is uneven, so the ink's effect is measured relative to the blank picture.
    let dark = zip(blank.pixels, printed.pixels).reduce(0.0) { $0 + (1 - Double($1.1) / Double($1.0)) }
    let area = Double(symbol.modules.count(where: \.self)) * recipe.barHeight * module * module
    #expect(abs(dark - area) < 0.02 * area)
  }

  @Test func `an edge has more than two greys when it falls between pixels`() throws {
    var recipe = FrameRecipe(.ean13, "5099902988023")
    (recipe.module, recipe.blur, recipe.noise) = (1.3, 0, 0)
    let frame = try recipe.drawn().frame
    #expect(Set(frame.pixels).count > 40)
  }

  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, Symbology.ean13), (.upcA, .upcA), (.ean8, .ean8), (.code128, .code128),
    (.code39, .code39),
    (.itf, .itf), (.qr, .qr), (.upcE, .upcE), (.dataMatrix, .dataMatrix),
  ])
  func `each kind is read, and nothing else`(kind: BarcodeSymbol.Kind, symbology: Symbology) throws {
    var series = FrameSeries()
    (series.kinds, series.modules, series.angles, series.motions, series.each) = (
      [kind], [kind == .code128 ? 2 : 3], [0, 90], [0], 2
    )
    (series.pattern.width, series.pattern.height) = (1280, 720)
    let scanner = try BarcodeScanner(formats: .all)
    for recipe in series.recipes() {
      let found = try scanner.scan(recipe.drawn().frame)
      // Only this code: a part of an ITF must not count as a second code.
      #expect(found.map(\.text) == [recipe.text], "\(kind) at \(recipe.angle)")
      #expect(found.map(\.symbology) == [symbology], "\(kind) at \(recipe.angle)")
    }
  }

  @Test(arguments: [0.0, 30, 90, 200])
  func `the corners are those of the symbol`(angle: Double) throws {
    var recipe = FrameRecipe(.qr, "DW:I:0123456789ABCX")
    (recipe.module, recipe.angle, recipe.tilt) = (6, angle, 0.3)
    let picture = try recipe.drawn()
    let found = try #require(try BarcodeScanner().scan(picture.frame).first)
    for corner in picture.corners {
      let nearest = found.corners.map { hypot(Double($0.x - corner.x), Double($0.y - corner.y)) }.min() ?? .infinity
      #expect(nearest < 9, "\(corner) in \(found.corners)")
    }
  }

  @Test func `each way to hide a code hides it`() throws {
    var recipe = FrameRecipe(.ean13, "5099902988023")
    recipe.module = 3
    let scanner = try BarcodeScanner()
    #expect(try scanner.scan(recipe.drawn().frame).count == 1)
    for spoil in [\FrameRecipe.blur, \.motion, \.noise] {
      var spoilt = recipe
      spoilt[keyPath: spoil] = 90
      #expect(try scanner.scan(spoilt.drawn().frame).isEmpty)
    }
    recipe.inverted = true
    let inverted = try recipe.drawn()
    let middle = PixelPoint(
      x: inverted.corners.map(\.x).reduce(0, +) / 4, y: inverted.corners.map(\.y).reduce(0, +) / 4)
    let part = PixelRectangle(x: middle.x - 30, y: middle.y - 30, width: 60, height: 60)
    let darkness = try #require(inverted.frame.cropped(to: part)).pixels.reduce(0) { $0 + Int($1) } / 3600
    #expect((60...170).contains(darkness))
  }

  @Test(arguments: FrameRecipe.Backdrop.allCases)
  func `a frame without a code has none`(backdrop: FrameRecipe.Backdrop) throws {
    let scanner = try BarcodeScanner()
    for seed in 1...3 as ClosedRange<UInt64> {
      var recipe = FrameRecipe(.qr, "")
      (recipe.backdrop, recipe.seed, recipe.width, recipe.height) = (backdrop, seed, 1280, 720)
      let frame = try recipe.drawnWithoutCode()
      #expect(frame.width == 1280 && frame.height == 720)
      #expect(try scanner.scan(frame).isEmpty)
    }
  }

  @Test func `a text that a kind cannot encode is refused`() {
    #expect(throws: LabelError.self) { try FrameRecipe(.code39, "small").drawn() }
  }

  @Test func `a series has each combination in the requested number`() {
    var series = FrameSeries()
    series.each = 3
    let recipes = series.recipes()
    #expect(recipes.count == 6 * 5 * 2 * 3)
    #expect(Set(recipes.map(\.seed)).count == recipes.count)
    #expect(recipes == series.recipes())
    #expect(recipes.allSatisfy { $0.text.count == 13 })
  }
}
