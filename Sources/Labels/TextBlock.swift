internal import CCairo
package import Imaging

/// Text as a mask to be drawn through, set by Pango in any script for which the machine has a font.
package struct TextBlock: Sendable, Equatable {
  /// How text looks.
  package struct Style: Sendable, Equatable {
    package enum Alignment: Sendable {
      case left, centre, right
    }

    /// Pixels from one line to the next, less the leading.
    package var size: Int
    package var isBold: Bool
    package var alignment: Alignment
    /// What does not fit in so many lines ends in an ellipsis.
    package var lines: Int

    package init(size: Int, isBold: Bool = false, alignment: Alignment = .left, lines: Int = 1) {
      self.size = size
      self.isBold = isBold
      self.alignment = alignment
      self.lines = lines
    }
  }

  /// 255 where the ink covers a pixel wholly. As wide as the block, as high as its lines.
  package let mask: LumaFrame
  /// Signs for which the machine has no font, drawn as boxes with their numbers.
  package let missingGlyphs: Int

  /// Sets a text (`pango_layout_set_text`, `pango_cairo_show_layout`).
  ///
  /// - Parameters:
  ///   - text: its first 2000 characters are set; control characters become blanks.
  ///   - style: how it looks.
  ///   - width: pixels; longer lines are broken between words.
  /// - Throws: `LabelError.undrawable`.
  package init(_ text: String, style: Style, width: Int) throws(LabelError) {
    let width = min(max(1, width), LumaFrame.sideLimit)
    let canvas = try Canvas(width: 1, height: 1)
    let layout = try TextLayout(text, style: style, width: width, on: canvas.context)
    // The text's height is known only when it has been laid out; then it is drawn on a canvas that fits.
    let sheet = try Canvas(width: width, height: min(max(1, layout.height), LumaFrame.sideLimit))
    cairo_set_source_rgba(sheet.context, 0, 0, 0, 1)
    try layout.show(on: sheet.context)
    mask = sheet.mask()
    missingGlyphs = layout.missingGlyphs
  }

  /// A surface of coverage alone, and the context to draw on it.
  private struct Canvas: ~Copyable {
    private let drawing: DrawingSurface
    let width: Int
    let height: Int
    var context: OpaquePointer { drawing.context }

    init(width: Int, height: Int) throws(LabelError) {
      drawing = try DrawingSurface(cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)))
      self.width = width
      self.height = height
    }

    func mask() -> LumaFrame {
      let surface = drawing.surface
      cairo_surface_flush(surface)
      var mask = LumaFrame(width: width, height: height, filledWith: 0)
      guard let data = cairo_image_surface_get_data(surface) else { return mask }
      let stride = Int(cairo_image_surface_get_stride(surface))
      let width = width
      mask.pixels.withUnsafeMutableBufferPointer { pixels in
        for row in 0..<height {
          pixels.baseAddress?.advanced(by: row * width).update(from: data + row * stride, count: width)
        }
      }
      return mask
    }
  }
}

extension LumaFrame {
  /// Draws a text with its upper left corner at a place.
  ///
  /// - Returns: the height it took, in pixels.
  /// - Throws: `LabelError.undrawable`.
  @discardableResult
  package mutating func draw(
    _ text: String, style: TextBlock.Style, at place: PixelPoint, width: Int, ink: UInt8 = 0
  ) throws(LabelError) -> Int {
    let block = try TextBlock(text, style: style, width: width)
    draw(mask: block.mask, at: place, ink: ink)
    return block.mask.height
  }
}
