internal import Imaging
internal import LabelDrawing

/// A barcode as printed on products: on white, with its text below.
struct PrintedCode {
  let frame: LumaFrame

  /// Draws a symbol and its caption.
  ///
  /// - Parameters:
  ///   - symbol: the symbol.
  ///   - moduleSize: the size of a module in pixels.
  ///   - barHeight: the height of a linear symbol's bars in pixels.
  ///   - caption: the text below; nil for none.
  /// - Throws: `LabelError.undrawable`.
  init(_ symbol: BarcodeSymbol, moduleSize: Int, barHeight: Int, caption: String?) throws(LabelError) {
    let bars = symbol.drawn(moduleSize: moduleSize, barHeight: barHeight)
    guard let caption else {
      frame = bars
      return
    }
    let style = TextBlock.Style(size: 15, alignment: .centre)
    let words = try TextBlock(caption, style: style, width: bars.width)
    var box = LumaFrame(width: bars.width, height: bars.height + words.mask.height + 4, filledWith: 255)
    box.draw(bars, at: PixelPoint(x: 0, y: 0))
    box.draw(mask: words.mask, at: PixelPoint(x: 0, y: bars.height), ink: 0)
    frame = box
  }
}

extension LumaFrame {
  /// Draws another frame over this one, centred at a point.
  mutating func draw(_ picture: LumaFrame, centredAt centre: PixelPoint) {
    draw(picture, at: PixelPoint(x: centre.x - picture.width / 2, y: centre.y - picture.height / 2))
  }
}
