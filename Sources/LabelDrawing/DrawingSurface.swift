internal import CCairo

/// A cairo surface and the context that draws on it, freed together.
struct DrawingSurface: ~Copyable {
  let surface: OpaquePointer
  let context: OpaquePointer

  /// Takes ownership of a surface, even if it throws. cairo returns an object even on failure: it carries the status
  /// and must be freed too.
  ///
  /// - Throws: `LabelError.undrawable`.
  init(_ surface: OpaquePointer?) throws(LabelError) {
    let context = cairo_create(surface)
    let status = cairo_status(context)
    guard let surface, let context, status == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw .undrawable(call: "cairo_create", reason: String(cString: cairo_status_to_string(status)))
    }
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }
}
