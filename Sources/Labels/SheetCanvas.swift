internal import CCairo
internal import Imaging

/// A surface of cairo on which labels are drawn in pixels of the printer.
struct SheetCanvas: ~Copyable {
  enum Kind {
    case pdf(title: String)
    case svg
    /// One bit a pixel: what a printer without greys makes of it.
    case bits
  }

  private let drawing: DrawingSurface
  private let isBits: Bool
  /// Takes what cairo writes; it must outlive the surface.
  private let output = Output()
  private let width, height: Int
  private var surface: OpaquePointer { drawing.surface }
  private var context: OpaquePointer { drawing.context }

  /// - Throws: `LabelError.undrawable`.
  init(_ kind: Kind, _ grid: PrintGrid) throws(LabelError) {
    let (paperWidth, paperHeight) = grid.layout.paperSize
    let points = (width: paperWidth / 25.4 * 72, height: paperHeight / 25.4 * 72)
    let sink = Unmanaged.passUnretained(output).toOpaque()
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

  /// A canvas of bits of any size.
  ///
  /// - Throws: `LabelError.undrawable`.
  init(bits width: Int, _ height: Int) throws(LabelError) {
    drawing = try DrawingSurface(cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(width), Int32(height)))
    (self.width, self.height) = (width, height)
    isBits = true
    blank()
  }

  /// cairo's bits are coverage, which its PNG shows as light: the paper is covered, and ink takes the cover away.
  private func blank() {
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
  }

  /// - Throws: `LabelError.undrawable`.
  func draw(_ face: LabelFace, at place: PixelPoint) throws(LabelError) {
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    // All areas in one path: each filled alone, a viewer would show seams between those that touch.
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    // Printers paint every pixel that an area touches, and cairo writes lengths to 1/256 of a point: an edge that lies a
    // hair beyond its pixel would make the bar a pixel wider. So vectors end a tenth of a pixel within.
    let margin = isBits ? 0 : 0.1
    for area in face.areas {
      cairo_rectangle(
        context, Double(place.x + area.x) + margin, Double(place.y + area.y) + margin, Double(area.width) - 2 * margin,
        Double(area.height) - 2 * margin)
    }
    cairo_fill(context)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
    for text in face.texts {
      cairo_move_to(context, Double(place.x + text.place.x), Double(place.y + text.place.y))
      try TextLayout(text.text, style: text.style, width: text.width, on: context).show(on: context)
    }
  }

  /// Ends a page of a document (`cairo_show_page`).
  func endPage() { cairo_show_page(context) }

  /// The whole document or picture, in its format. Nothing can be drawn after it.
  ///
  /// - Throws: `LabelError.undrawable`.
  func finish() throws(LabelError) -> [UInt8] {
    if isBits {
      let status = cairo_surface_write_to_png_stream(
        surface, takeBytes, Unmanaged.passUnretained(output).toOpaque())
      try Self.check(status, "cairo_surface_write_to_png_stream")
    } else {
      cairo_surface_finish(surface)
      try Self.check(cairo_surface_status(surface), "cairo_surface_finish")
    }
    return output.bytes
  }

  /// The bits as brightness.
  func frame() -> LumaFrame {
    cairo_surface_flush(surface)
    var frame = LumaFrame(width: width, height: height, filledWith: 255)
    guard let data = cairo_image_surface_get_data(surface) else { return frame }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let (width, height) = (width, height)
    frame.pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<height {
        let line = data + row * stride
        // The lowest bit of a byte is the leftmost pixel on machines that store numbers from their low end.
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

/// What cairo has written so far.
private final class Output {
  var bytes: [UInt8] = []
}

// A file-scope function, as every callback of C.
private func takeBytes(
  _ sink: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let sink, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  Unmanaged<Output>.fromOpaque(sink).takeUnretainedValue().bytes
    .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
  return CAIRO_STATUS_SUCCESS
}
