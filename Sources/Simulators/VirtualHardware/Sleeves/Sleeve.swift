package import Deadwax
package import Imaging
package import LabelDrawing

/// A drawing of the back of a record's cover: its facts, its barcode, and the usual ornaments.
package struct Sleeve: Sendable, Equatable {
  package enum Medium: String, CaseIterable, Sendable {
    case cd, vinyl, cassette, other
  }

  package var title: String
  package var artist: String
  package var catalogNumber: String
  /// The barcode; nil for a record without one, as older ones are.
  package var barcode: GTIN?
  package var medium: Medium
  /// The titles of the tracks in order. Without any, grey lines are drawn instead.
  package var tracks: [String]

  package init(
    title: String, artist: String, catalogNumber: String, barcode: GTIN?, medium: Medium, tracks: [String] = []
  ) {
    self.title = title
    self.artist = artist
    self.catalogNumber = catalogNumber
    self.barcode = barcode
    self.medium = medium
    self.tracks = tracks
  }

  /// Draws the cover at the scale at which a webcam of 1280 × 720 sees it with the barcode in the middle. A module of
  /// the barcode is two pixels wide, and stays in view at every turn.
  ///
  /// - Parameter seed: the seed of the layout and the paper; the same seed gives the same pixels.
  /// - Returns: the upright, sharp picture, an input for `CameraView`.
  /// - Throws: `LabelError.undrawable`.
  package func drawn(seed: UInt64) throws(LabelError) -> LumaFrame {
    var random = SeededGenerator(seed: seed)
    let layout = Layout(medium: medium, random: &random)
    var cover = LumaFrame(width: layout.width, height: layout.height, filledWith: layout.paper)
    layout.drawOrnament(on: &cover)
    try drawWords(on: &cover, layout, random: &random)
    try drawSpines(on: &cover, layout)
    if let barcode { try drawBarcode(barcode, on: &cover, layout) }
    return cover
  }

  private func drawWords(
    on cover: inout LumaFrame, _ layout: Layout, random: inout SeededGenerator
  ) throws(LabelError) {
    let width = layout.width - 2 * layout.margin
    var y = 34
    y += try cover.draw(
      title, style: TextBlock.Style(size: 38, isBold: true, alignment: layout.alignment),
      at: PixelPoint(x: layout.margin, y: y), width: width, ink: layout.ink)
    y += try cover.draw(
      artist, style: TextBlock.Style(size: 26, alignment: layout.alignment), at: PixelPoint(x: layout.margin, y: y),
      width: width, ink: layout.ink)
    y += 16
    let bottom = layout.barcodeCentre.y - 100
    let column = (width - 30) / 2
    let perColumn = max(1, (bottom - y) / 24)
    for index in 0..<min(2 * perColumn, tracks.isEmpty ? 9 : tracks.count) {
      let place = PixelPoint(
        x: layout.margin + index / perColumn * (column + 30), y: y + index % perColumn * 24)
      if tracks.isEmpty {
        let length = Int.random(in: column / 3...column, using: &random)
        cover.fill(PixelRectangle(x: place.x, y: place.y + 8, width: length, height: 5), with: layout.faint)
      } else {
        try cover.draw(
          "\(layout.number(index, of: tracks.count))  \(tracks[index])", style: TextBlock.Style(size: 17), at: place,
          width: column, ink: layout.ink)
      }
    }
    try cover.draw(
      catalogNumber, style: TextBlock.Style(size: 20, isBold: true, alignment: layout.isBarcodeRight ? .left : .right),
      at: PixelPoint(x: layout.margin, y: layout.barcodeCentre.y - 20), width: width, ink: layout.ink)
    try cover.draw(
      "Unauthorised copying, hiring, lending, public performance and broadcasting of this record prohibited.",
      style: TextBlock.Style(size: 11, alignment: .centre), at: PixelPoint(x: layout.margin, y: layout.height - 40),
      width: width, ink: layout.faint)
  }

  /// Draws the title on both folded edges of a CD's back.
  private func drawSpines(on cover: inout LumaFrame, _ layout: Layout) throws(LabelError) {
    guard medium == .cd else { return }
    var spine = LumaFrame(width: layout.height, height: 36, filledWith: layout.ink)
    try spine.draw(
      "\(artist)  ·  \(title)  ·  \(catalogNumber)", style: TextBlock.Style(size: 17, alignment: .centre),
      at: PixelPoint(x: 10, y: 7), width: layout.height - 20, ink: layout.paper)
    cover.draw(spine.turned(by: -90, filledWith: 0), at: PixelPoint(x: 0, y: 0))
    cover.draw(spine.turned(by: 90, filledWith: 0), at: PixelPoint(x: layout.width - 36, y: 0))
  }

  private func drawBarcode(_ gtin: GTIN, on cover: inout LumaFrame, _ layout: Layout) throws(LabelError) {
    let digits = Array(gtin.key)
    let symbol: BarcodeSymbol
    let caption: String
    if let upcA = gtin.upcA {
      symbol = try BarcodeSymbol.encode(.upcA, upcA)
      caption = "\(digits[1])  \(String(digits[2...6]))  \(String(digits[7...11]))  \(digits[12])"
    } else if digits.count == 8 {
      symbol = try BarcodeSymbol.encode(.ean8, gtin.key)
      caption = "\(String(digits[..<4]))  \(String(digits[4...]))"
    } else {
      symbol = try BarcodeSymbol.encode(.ean13, gtin.key)
      caption = "\(digits[0])  \(String(digits[1...6]))  \(String(digits[7...12]))"
    }
    let code = try PrintedCode(symbol, moduleSize: 2, barHeight: 120, caption: caption)
    cover.draw(code.frame, centredAt: layout.barcodeCentre)
  }

  /// The positions and tones of a cover.
  private struct Layout {
    let medium: Medium
    let width: Int
    let height: Int
    let margin: Int
    let paper: UInt8
    let ink: UInt8
    let faint: UInt8
    let alignment: TextBlock.Style.Alignment
    let isBarcodeRight: Bool
    let barcodeCentre: PixelPoint
    private let ornament: Int

    init(medium: Medium, random: inout SeededGenerator) {
      self.medium = medium
      (width, height) =
        switch medium {
        case .cd: (880, 660)
        case .vinyl: (820, 760)
        case .cassette: (640, 520)
        case .other: (760, 620)
        }
      margin = medium == .cd ? 60 : 40
      let isDark = Int.random(in: 0..<3, using: &random) == 0
      let light = UInt8.random(in: 215...246, using: &random)
      let dark = UInt8.random(in: 18...58, using: &random)
      paper = isDark ? dark : light
      ink = isDark ? light : dark
      faint = UInt8((Int(paper) * 2 + Int(ink)) / 3)
      alignment = Bool.random(using: &random) ? .left : .centre
      isBarcodeRight = Bool.random(using: &random)
      ornament = Int.random(in: 0..<3, using: &random)
      // The offset is at most half the view's height, less half the barcode.
      let aside = Int.random(in: 90...140, using: &random)
      barcodeCentre = PixelPoint(x: width / 2 + (isBarcodeRight ? aside : -aside), y: height / 2 + 160)
    }

    func drawOrnament(on cover: inout LumaFrame) {
      switch ornament {
      case 0: cover.fill(PixelRectangle(x: 0, y: height - 90, width: width, height: 3), with: faint)
      case 1:
        cover.drawOutline(
          [
            PixelPoint(x: 14, y: 14), PixelPoint(x: width - 15, y: 14), PixelPoint(x: width - 15, y: height - 15),
            PixelPoint(x: 14, y: height - 15),
          ], value: faint, thickness: 2)
      default:
        for stripe in 0..<6 {
          cover.fill(PixelRectangle(x: 0, y: 4 + stripe * 5, width: width, height: 2), with: faint)
        }
      }
    }

    /// Returns the number of a track: by side for vinyl and cassettes, plain for discs.
    func number(_ index: Int, of count: Int) -> String {
      guard medium == .vinyl || medium == .cassette else { return "\(index + 1)" }
      let half = (count + 1) / 2
      return index < half ? "A\(index + 1)" : "B\(index - half + 1)"
    }
  }
}
