internal import CCairo

/// A PDF with A4 pages, drawn in tenths of a point.
struct PaperCanvas: ~Copyable {
  /// The space on each side, about 15 mm.
  static let margin = 430
  static let textWidth = width - 2 * margin
  /// The lower edge of the rows. The foot of the page is below it.
  static let bottom = height - margin - 150
  // ISO 216: 210 mm × 297 mm.
  private static let width = 5953
  private static let height = 8419

  private let drawing: DrawingSurface
  private let output = CairoOutput()

  /// - Throws: `LabelError.undrawable`.
  init(title: String) throws(LabelError) {
    let surface = cairo_pdf_surface_create_for_stream(
      takeBytes, output.sink, Double(Self.width) / 10, Double(Self.height) / 10)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Deadwax")
    drawing = try DrawingSurface(surface)
    cairo_scale(drawing.context, 0.1, 0.1)
  }

  /// Draws a text with its upper left corner at a point.
  ///
  /// - Throws: `LabelError.undrawable`.
  func text(
    _ text: String, _ style: TextBlock.Style, at left: Int, _ top: Int, width: Int
  ) throws(LabelError) {
    guard !text.isEmpty else { return }
    cairo_set_source_rgb(drawing.context, 0, 0, 0)
    cairo_move_to(drawing.context, Double(left), Double(top))
    try TextLayout(text, style: style, width: width, on: drawing.context).show(on: drawing.context)
  }

  /// Draws a thin line from the left to the right margin.
  func rule(at top: Int) {
    cairo_set_source_rgb(drawing.context, 0.7, 0.7, 0.7)
    cairo_set_line_width(drawing.context, 5)
    cairo_move_to(drawing.context, Double(Self.margin), Double(top))
    cairo_line_to(drawing.context, Double(Self.width - Self.margin), Double(top))
    cairo_stroke(drawing.context)
  }

  /// Ends a page (`cairo_show_page`).
  func endPage() { cairo_show_page(drawing.context) }

  /// Returns the document. Nothing can be drawn after this call.
  ///
  /// - Throws: `LabelError.undrawable`.
  func finish() throws(LabelError) -> [UInt8] {
    cairo_surface_finish(drawing.surface)
    let status = cairo_surface_status(drawing.surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(call: "cairo_surface_finish", reason: String(cString: cairo_status_to_string(status)))
    }
    return output.bytes
  }
}
