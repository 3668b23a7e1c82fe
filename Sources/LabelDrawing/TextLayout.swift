internal import CCairo

/// A text laid out in lines by Pango, for drawing on any cairo surface.
struct TextLayout: ~Copyable {
  private let layout: OpaquePointer

  /// The font of all labels and pages, from the Debian package fonts-inter-variable, and its fallback from
  /// fonts-dejavu-core. Other scripts use other fonts.
  private static let family = "Inter, DejaVu Sans"

  /// Lays out a text (`pango_layout_set_text`).
  ///
  /// - Parameters:
  ///   - text: the text; its first 2000 characters are set, with control characters as spaces.
  ///   - style: the appearance.
  ///   - width: the width of the lines, in units of the context.
  ///   - context: the cairo context whose surface the text is measured for.
  /// - Throws: `LabelError.undrawable`.
  init(_ text: String, style: TextBlock.Style, width: Int, on context: OpaquePointer) throws(LabelError) {
    guard let layout = pango_cairo_create_layout(context) else {
      throw .undrawable(call: "pango_cairo_create_layout", reason: "no layout")
    }
    self.layout = layout
    // Antialiased and unhinted: the lines are the same with any desktop settings, on paper and in pixels.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
    cairo_font_options_destroy(options)

    let font = pango_font_description_new()
    pango_font_description_set_family(font, Self.family)
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
    var clean = Self.unbroken(String(String.UnicodeScalarView(scalars)))
    clean.withUTF8 { bytes in
      // The address of an empty string may be NULL, which Pango does not accept.
      guard let base = bytes.baseAddress, bytes.count > 0 else { return }
      base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        pango_layout_set_text(layout, $0, Int32(bytes.count))
      }
    }
  }

  /// Prevents a line break between a colon and the next character, so that `DW:I:` stays with its number.
  private static func unbroken(_ text: String) -> String {
    text.replacing(#/:(?=\S)/#, with: ":\u{2060}")
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// The height in units of the context (`pango_layout_get_pixel_size`).
  var height: Int {
    var width: Int32 = 0
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, &height)
    return Int(height)
  }

  /// The number of characters without a font (`pango_layout_get_unknown_glyphs_count`).
  var missingGlyphs: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

  /// True if the text was truncated for lack of room.
  var isCut: Bool { pango_layout_is_ellipsized(layout) != 0 }

  /// Draws the text at the context's current point (`pango_cairo_show_layout`).
  ///
  /// - Throws: `LabelError.undrawable`.
  func show(on context: OpaquePointer) throws(LabelError) {
    pango_cairo_show_layout(context, layout)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(call: "pango_cairo_show_layout", reason: String(cString: cairo_status_to_string(status)))
    }
  }
}
