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

  /// The font of all labels, of the Debian package fonts-dejavu-core; other scripts come from other fonts.
  private static let family = "DejaVu Sans"

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
    let layout = try Layout(text, style: style, width: width, on: canvas)
    // The text's height is known only when it has been laid out; then it is drawn on a canvas that fits.
    let sheet = try Canvas(width: width, height: min(max(1, layout.height), LumaFrame.sideLimit))
    try layout.show(on: sheet)
    mask = sheet.mask()
    missingGlyphs = layout.missingGlyphs
  }

  /// A surface of coverage alone, and the context to draw on it.
  private struct Canvas: ~Copyable {
    let surface: OpaquePointer
    let context: OpaquePointer
    let width: Int
    let height: Int

    init(width: Int, height: Int) throws(LabelError) {
      // cairo gives an object even where it fails: it carries the status, and is freed as any other.
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
      let context = cairo_create(surface)
      let status = cairo_status(context)
      guard let surface, let context, status == CAIRO_STATUS_SUCCESS else {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
        throw .undrawable(call: "cairo_create", reason: String(cString: cairo_status_to_string(status)))
      }
      self.surface = surface
      self.context = context
      self.width = width
      self.height = height
    }

    deinit {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }

    func mask() -> LumaFrame {
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

  /// A text laid out in lines.
  private struct Layout: ~Copyable {
    let layout: OpaquePointer

    init(_ text: String, style: Style, width: Int, on canvas: borrowing Canvas) throws(LabelError) {
      guard let layout = pango_cairo_create_layout(canvas.context) else {
        throw .undrawable(call: "pango_cairo_create_layout", reason: "no layout")
      }
      self.layout = layout
      // Smooth and unhinted: the same text gives the same pixels whatever the desktop is set to.
      let options = cairo_font_options_create()
      cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
      cairo_font_options_destroy(options)

      let font = pango_font_description_new()
      pango_font_description_set_family(font, TextBlock.family)
      pango_font_description_set_absolute_size(font, Double(max(1, style.size)) * Double(PANGO_SCALE))
      pango_font_description_set_weight(font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
      pango_layout_set_font_description(layout, font)
      pango_font_description_free(font)

      pango_layout_set_width(layout, Int32(width) * PANGO_SCALE)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      // A negative height counts lines.
      pango_layout_set_height(layout, Int32(-max(1, style.lines)))
      let alignment =
        switch style.alignment {
        case .left: PANGO_ALIGN_LEFT
        case .centre: PANGO_ALIGN_CENTER
        case .right: PANGO_ALIGN_RIGHT
        }
      pango_layout_set_alignment(layout, alignment)
      let scalars = text.unicodeScalars.prefix(2000).map { $0.properties.generalCategory == .control ? " " : $0 }
      var clean = String(String.UnicodeScalarView(scalars))
      clean.withUTF8 { bytes in
        // An empty string's address may be NULL, which Pango does not take.
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          pango_layout_set_text(layout, $0, Int32(bytes.count))
        }
      }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    /// Pixels.
    var height: Int {
      var width: Int32 = 0
      var height: Int32 = 0
      pango_layout_get_pixel_size(layout, &width, &height)
      return Int(height)
    }

    var missingGlyphs: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

    func show(on canvas: borrowing Canvas) throws(LabelError) {
      cairo_set_source_rgba(canvas.context, 0, 0, 0, 1)
      pango_cairo_show_layout(canvas.context, layout)
      let status = cairo_status(canvas.context)
      guard status == CAIRO_STATUS_SUCCESS else {
        throw .undrawable(call: "pango_cairo_show_layout", reason: String(cString: cairo_status_to_string(status)))
      }
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
