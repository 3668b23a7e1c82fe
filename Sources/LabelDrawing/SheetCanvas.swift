internal import CCairo
internal import Imaging

/// A cairo surface for drawing labels in printer pixels.
struct SheetCanvas: ~Copyable {
  enum Kind {
    case pdf(title: String)
    case svg
    /// A bitmap with one bit per pixel, as a printer without grey levels prints it.
    case bits
  }

  private let drawing: DrawingSurface
  private let isBits: Bool
  private let output = CairoOutput()
  private let width, height: Int
  private var surface: OpaquePointer { drawing.surface }
  private var context: OpaquePointer { drawing.context }

  /// - Throws: `LabelError.undrawable`.
  init(_ kind: Kind, _ grid: PrintGrid) throws(LabelError) {
    let (paperWidth, paperHeight) = grid.layout.paperSize
    let points = (width: paperWidth / 25.4 * 72, height: paperHeight / 25.4 * 72)
    let sink = output.sink
    let surface: OpaquePointer?
    switch kind {
    case .pdf(let title):
      surface = cairo_pdf_surface_create_for_stream(takeBytes, sink, points.width, points.height)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Deadwax")
      isBits = false
    case .svg:
      surface = cairo_svg_surface_create_for_stream(takeBytes, sink, points.width, points.height)
      isBits = false
    case .bits:
      surface = cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(grid.page.width), Int32(grid.page.height))
      isBits = true
    }
    (width, height) = (grid.page.width, grid.page.height)
    drawing = try DrawingSurface(surface)
    if isBits {
      blank()
    } else {
      let scale = 72 / Double(grid.resolution)
      cairo_scale(context, scale, scale)
    }
  }

  /// Creates a bitmap canvas of any size.
  ///
  /// - Throws: `LabelError.undrawable`.
  init(bits width: Int, _ height: Int) throws(LabelError) {
    drawing = try DrawingSurface(cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(width), Int32(height)))
    (self.width, self.height) = (width, height)
    isBits = true
    blank()
  }

  /// Covers the canvas. cairo's bits are coverage, which its PNG shows as light: the paper is covered, and ink removes
  /// the coverage.
  private func blank() {
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
  }

  /// Draws a label, clipped to its edge, with each text clipped to its box.
  ///
  /// - Throws: `LabelError.undrawable`.
  func draw(_ face: LabelFace, at place: PixelPoint) throws(LabelError) {
    cairo_save(context)
    defer { cairo_restore(context) }
    clip(to: PixelRectangle(x: place.x, y: place.y, width: face.width, height: face.height))
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    // All areas are in one path: if each were filled alone, viewers would show seams between adjacent areas.
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    // Printers paint every pixel that an area touches, and cairo rounds lengths to 1/256 of a point. An edge slightly
    // beyond its pixel would make the bar a pixel wider, so vectors end a tenth of a pixel inside.
    let margin = isBits ? 0 : 0.1
    for area in face.areas {
      cairo_rectangle(
        context, Double(place.x + area.x) + margin, Double(place.y + area.y) + margin, Double(area.width) - 2 * margin,
        Double(area.height) - 2 * margin)
    }
    cairo_fill(context)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
    for text in face.texts {
      let corner = PixelPoint(x: place.x + text.place.x, y: place.y + text.place.y)
      cairo_save(context)
      defer { cairo_restore(context) }
      clip(to: PixelRectangle(x: corner.x, y: corner.y, width: text.width, height: text.height))
      cairo_move_to(context, Double(corner.x), Double(corner.y))
      try TextLayout(text.text, style: text.style, width: text.width, on: context).show(on: context)
    }
  }

  private func clip(to area: PixelRectangle) {
    cairo_rectangle(context, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
    cairo_clip(context)
  }

  /// Ends a page of a document (`cairo_show_page`).
  func endPage() { cairo_show_page(context) }

  /// Returns the whole document or picture in its format. Nothing can be drawn after this call.
  ///
  /// - Throws: `LabelError.undrawable`.
  func finish() throws(LabelError) -> [UInt8] {
    if isBits {
      let status = cairo_surface_write_to_png_stream(surface, takeBytes, output.sink)
      try Self.check(status, "cairo_surface_write_to_png_stream")
    } else {
      cairo_surface_finish(surface)
      try Self.check(cairo_surface_status(surface), "cairo_surface_finish")
    }
    return output.bytes
  }

  /// Returns the bits as brightness.
  func frame() -> LumaFrame {
    cairo_surface_flush(surface)
    var frame = LumaFrame(width: width, height: height, filledWith: 255)
    guard let data = cairo_image_surface_get_data(surface) else { return frame }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let (width, height) = (width, height)
    frame.pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<height {
        let line = data + row * stride
        // On little-endian machines, the lowest bit of a byte is the leftmost pixel.
        for column in 0..<width where line[column >> 3] >> UInt8(column & 7) & 1 == 0 {
          pixels[row * width + column] = 0
        }
      }
    }
    return frame
  }

  private static func check(_ status: cairo_status_t, _ call: String) throws(LabelError) {
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(call: call, reason: String(cString: cairo_status_to_string(status)))
    }
  }
}
