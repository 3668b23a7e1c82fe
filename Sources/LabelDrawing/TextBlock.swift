internal import CCairo
package import Imaging

/// Text as a mask to draw through, set by Pango in any script for which the machine has a font.
package struct TextBlock: Sendable, Equatable {
  /// The appearance of a text.
  package struct Style: Sendable, Equatable {
    package enum Alignment: Sendable {
      case left, centre, right
    }

    /// The distance from one line to the next in pixels, without the leading.
    package var size: Int
    package var isBold: Bool
    package var alignment: Alignment
    /// The most lines. A longer text ends in an ellipsis.
    package var lines: Int

    package init(size: Int, isBold: Bool = false, alignment: Alignment = .left, lines: Int = 1) {
      self.size = size
      self.isBold = isBold
      self.alignment = alignment
      self.lines = lines
    }
  }

  /// The coverage of each pixel; 255 where the ink covers it fully. The mask is as wide as the block and as high as its
  /// lines.
  package let mask: LumaFrame
  /// The number of characters without a font, drawn as boxes with their numbers.
  package let missingGlyphs: Int

  /// Sets a text (`pango_layout_set_text`, `pango_cairo_show_layout`).
  ///
  /// - Parameters:
  ///   - text: the text; its first 2000 characters are set, with control characters as spaces.
  ///   - style: the appearance.
  ///   - width: the width in pixels; longer lines are broken between words.
  /// - Throws: `LabelError.undrawable`.
  package init(_ text: String, style: Style, width: Int) throws(LabelError) {
    let width = min(max(1, width), LumaFrame.sideLimit)
    let canvas = try Canvas(width: 1, height: 1)
    let layout = try TextLayout(text, style: style, width: width, on: canvas.context)
    // The height of a text is known only after the layout; then the text is drawn on a canvas that fits.
    let sheet = try Canvas(width: width, height: min(max(1, layout.height), LumaFrame.sideLimit))
    cairo_set_source_rgba(sheet.context, 0, 0, 0, 1)
    try layout.show(on: sheet.context)
    mask = sheet.mask()
    missingGlyphs = layout.missingGlyphs
  }

  /// A surface that stores only coverage, with its context.
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
  /// Draws a text with its upper left corner at a point.
  ///
  /// - Returns: the height of the text in pixels.
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
