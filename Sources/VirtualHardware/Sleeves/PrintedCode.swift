internal import Imaging
internal import Labels

/// A barcode as it is printed on things: on white, with what it says below.
struct PrintedCode {
  let frame: LumaFrame

  /// - Parameters:
  ///   - symbol: what is printed.
  ///   - moduleSize: pixels.
  ///   - barHeight: pixels, for a linear symbol.
  ///   - caption: what is printed below; nil for nothing.
  /// - Throws: `LabelError.undrawable`.
  init(_ symbol: Symbol, moduleSize: Int, barHeight: Int, caption: String?) throws(LabelError) {
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
  /// Lays another frame over this one with its centre at a place.
  mutating func draw(_ picture: LumaFrame, centredAt centre: PixelPoint) {
    draw(picture, at: PixelPoint(x: centre.x - picture.width / 2, y: centre.y - picture.height / 2))
  }
}
