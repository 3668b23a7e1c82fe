internal import CCairo

/// A measurement of texts that needs no target to draw on.
struct TextRuler: ~Copyable {
  private let drawing: DrawingSurface

  init() throws(LabelError) {
    drawing = try DrawingSurface(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
  }

  func measure(
    _ text: String, _ style: TextBlock.Style, width: Int
  ) throws(LabelError) -> (height: Int, isCut: Bool, missingGlyphs: Int) {
    let layout = try TextLayout(text, style: style, width: width, on: drawing.context)
    return (layout.height, layout.isCut, layout.missingGlyphs)
  }
}
